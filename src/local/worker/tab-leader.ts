/**
 * The tabs of one database. Each queues for a Web Lock; the one that gets it opens the files and runs the calls of all.
 * When it dies, the browser gives the lock to the next, and the others send it their pending calls again: every call
 * that writes is therefore idempotent.
 */
import { randomId } from '../../core/random-id.ts'
import type { LocalArgument, LocalCallName, LocalFailure, LocalNotice } from '../calls.ts'
import { failureOf } from './failure.ts'
import type { LocalDatabase } from './database.ts'

/** Raised when messages between tabs change, so that a tab of an older version is never misunderstood. */
const PROTOCOL = 2
/** The files' own lock has no version: only one tab of any version may have the files. */
const LOCK = 'db-owner'
const SILENT_AFTER_MS = 10_000

type Name = LocalCallName
type Message =
  | { readonly is: 'hello' }
  | {
      readonly is: 'owner'
      readonly from: string
      readonly persistent: boolean
      readonly memory: string | null
    }
  | {
      readonly is: 'call'
      readonly to: string
      readonly from: string
      readonly id: number
      readonly name: Name
      readonly argument: unknown
    }
  | { readonly is: 'notice'; readonly notice: LocalNotice }
type Reply = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: LocalFailure })
type Waiting = {
  readonly name: Name
  readonly argument: unknown
  readonly resolve: (answer: unknown) => void
  readonly reject: (failure: LocalFailure) => void
  readonly timeout: ReturnType<typeof setTimeout>
}

export type TabGroup = {
  readonly call: (name: Name, argument: unknown) => Promise<unknown>
  /** Releases the files, or leaves the queue for them. */
  readonly leave: () => Promise<void>
}
export type TabOptions = {
  readonly open: (notify: (notice: LocalNotice) => void) => Promise<LocalDatabase>
  /** Notifies this tab's page. */
  readonly notify: (notice: LocalNotice) => void
  readonly silentAfterMs?: number
  /** Names a database of its own, for tests. */
  readonly database?: string
}

export function joinTabs({
  open,
  notify: notifyPage,
  silentAfterMs = SILENT_AFTER_MS,
  database: named = 'follow',
}: TabOptions): TabGroup {
  const me = randomId()
  const channel = `${named}:${PROTOCOL}`
  const bus = new BroadcastChannel(channel)
  const inbox = new BroadcastChannel(`${channel}:${me}`)
  const pending = new Map<number, Waiting>()
  const leaving = new AbortController()
  let database: LocalDatabase | null = null
  let owner: string | null = null
  let granted = false
  let memory: string | null = null
  let failed: LocalFailure | null = null
  let nextId = 0

  /** The tab that made a change has applied it already: it is not notified of the entries and the journal. */
  const notify = (notice: LocalNotice): void => {
    if (notice.is !== 'changed') return notifyPage(notice)
    const { known, nouns } = notice
    notifyPage({
      is: 'changed',
      nouns: known === me ? nouns.filter((one) => one !== 'entries' && one !== 'journal') : nouns,
    })
  }
  const say = (message: Message): void => bus.postMessage(message)
  const notifyAll = (notice: LocalNotice): void => {
    if (notice.is === 'memory') memory = notice.reason
    notify(notice)
    say({ is: 'notice', notice })
  }
  const send = (to: string, id: number, { name, argument }: Waiting): void =>
    say({ is: 'call', to, from: me, id, name, argument })
  const present = (of: LocalDatabase): void =>
    say({ is: 'owner', from: me, persistent: of.persistent, memory })

  const takePending = (id: number): Waiting | undefined => {
    const call = pending.get(id)
    if (call) clearTimeout(call.timeout)
    pending.delete(id)
    return call
  }
  const runOwn = (of: LocalDatabase, id: number): void => {
    const call = takePending(id)
    if (call)
      of.run(call.name, call.argument as LocalArgument<Name>, me).then(call.resolve, (error) =>
        call.reject(failureOf(error)),
      )
  }
  const followOwner = ({ from, persistent, memory: reason }: Extract<Message, { is: 'owner' }>): void => {
    if (from === owner) return
    owner = from
    if (reason !== null) notify({ is: 'memory', reason })
    notify({ is: 'ready', persistent, owner: false })
    for (const [id, call] of pending) send(from, id, call)
  }
  const respond = async (
    of: LocalDatabase,
    { from, id, name, argument }: Extract<Message, { is: 'call' }>,
  ): Promise<void> => {
    const reply = await of.run(name, argument as LocalArgument<Name>, from).then(
      (answer): Reply => ({ id, answer }),
      (error: unknown): Reply => ({ id, failure: failureOf(error) }),
    )
    const back = new BroadcastChannel(`${channel}:${from}`)
    back.postMessage(reply)
    back.close()
  }

  bus.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.is === 'hello' && database) present(database)
    else if (data.is === 'owner') followOwner(data)
    else if (data.is === 'notice') notify(data.notice)
    else if (data.is === 'call' && data.to === me && database) void respond(database, data)
  })
  inbox.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const call = takePending(data.id)
    if ('answer' in data) call?.resolve(data.answer)
    else call?.reject(data.failure)
  })

  const own = async (): Promise<void> => {
    granted = true
    const opened = await open(notifyAll)
    database = opened
    owner = me
    present(opened)
    notify({ is: 'ready', persistent: opened.persistent, owner: true })
    for (const id of pending.keys()) runOwn(opened, id)
    // The lock is held until the tab ends or leaves.
    if (!leaving.signal.aborted)
      await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
    await opened.close()
  }
  const holding = navigator.locks
    .request(`${named}:${LOCK}`, { signal: leaving.signal }, own)
    .catch((error: unknown) => {
      if (leaving.signal.aborted) return
      // Not even memory could be opened, as without the wasm: fail instead of letting calls wait.
      failed = failureOf(error)
      for (const id of pending.keys()) takePending(id)?.reject(failed)
    })
  say({ is: 'hello' })

  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (failed && !owner) return reject(failed)
        const id = nextId++
        // Stealing the lock would not free the files of a tab that hangs: only a notice helps.
        const timeout = setTimeout(() => !granted && notify({ is: 'otherTabSilent' }), silentAfterMs)
        const call = { name, argument, resolve, reject, timeout }
        pending.set(id, call)
        if (database) runOwn(database, id)
        else if (owner) send(owner, id, call)
      }),
    leave: async () => {
      leaving.abort()
      await holding
      for (const id of pending.keys()) clearTimeout(pending.get(id)?.timeout)
      bus.close()
      inbox.close()
    },
  }
}
