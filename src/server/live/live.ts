/** The open clients of this process, and the polling for their events. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '../../contract/live.ts'
import type { Log } from '../log.ts'
import { goodSessions } from '../storage/accounts/accounts.ts'
import { addPushNotice, arrivalsSince, noticesSince, readersOfFeeds } from '../storage/processes/notices.ts'
import type { Storage } from '../storage/open.ts'
import { createStream, type Stream } from './stream.ts'

type Changed = Omit<Extract<LiveEvent, { type: 'changed' }>, 'type'>
type Listener = {
  readonly userId: string
  /** The X-Client-Id of the device; its own changes are not sent to it. */
  readonly client: string | null
  /** The stream ends with this session. */
  readonly sessionId: string
}

export type Live = {
  /** Broadcasts a change of one device to the user's other ones. Never waits and never throws. */
  readonly changed: (userId: string, change: Changed) => void
  readonly listen: (listener: Listener) => Promise<AsyncIterable<string>>
  /**
   * Ends the streams of ended sessions. Every process also polls each second; call this where a session has just
   * ended. Never throws.
   */
  readonly checkSessions: () => Promise<void>
  /** Number of open streams. */
  readonly size: () => number
  /** Ends every stream and accepts no new one. */
  readonly stop: () => void
}

type LiveDeps = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  /** ms between two polls for events and for ended sessions */
  readonly pollMs?: number
  /** ms between two heartbeats to the client */
  readonly beatMs?: number
}
type Open = Listener & { readonly stream: Stream }

const POLL_MS = 1000
const BEAT_MS = 15_000
/** Rows have the time at which their transaction began: they may become visible this much later. */
const LATE_MS = 10_000
const MAX_STREAMS_PER_USER = 20

export function createLive({ storage, log, now, pollMs = POLL_MS, beatMs = BEAT_MS }: LiveDeps): Live {
  const open = new Set<Open>()
  // On SQLite there is no other process to notify.
  const shared = storage.kind === 'postgres'
  let seen = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const deliver = (userId: string, change: Changed) => {
    for (const one of open)
      if (one.userId === userId && (change.from === null || one.client !== change.from))
        one.stream.tell({ type: 'changed', ...change })
  }

  /** @returns those that no earlier poll has returned */
  const unseen = (ids: readonly string[]): Set<string> => {
    const fresh = new Set(ids.filter((id) => !seen.has(id)))
    for (const id of fresh) seen.set(id, now())
    return fresh
  }

  const poll = async () => {
    const since = now() - LATE_MS
    const userIds = [...new Set([...open].map(({ userId }) => userId))]
    if (shared) {
      const rows = await noticesSince(storage, userIds, since)
      const fresh = unseen(rows.map(({ id }) => id))
      for (const row of rows) if (fresh.has(row.id)) deliver(row.userId, JSON.parse(row.payload) as Changed)
    }
    const arrivals = await arrivalsSince(storage, since)
    const fresh = unseen(arrivals.map(({ id }) => id))
    const counts = new Map<string, number>()
    for (const { id, feedId } of arrivals)
      if (fresh.has(id)) counts.set(feedId, (counts.get(feedId) ?? 0) + 1)
    if (counts.size > 0) await broadcastArrivals(userIds, counts)
    const oldest = since - LATE_MS
    seen = new Map([...seen].filter(([, at]) => at > oldest))
  }

  const broadcastArrivals = async (userIds: readonly string[], counts: ReadonlyMap<string, number>) => {
    const readers = await readersOfFeeds(storage, userIds, [...counts.keys()])
    for (const { userId, stream } of open) {
      const mine = readers.filter((row) => row.userId === userId)
      const feeds = Object.fromEntries(mine.map(({ feedId }) => [feedId, counts.get(feedId) ?? 0]))
      if (mine.length > 0) stream.tell({ type: 'entries', feeds })
    }
  }

  const endLost = async () => {
    const streams = [...open]
    const good = await goodSessions(
      storage,
      streams.map(({ sessionId }) => sessionId),
      now(),
    )
    for (const { sessionId, stream } of streams) {
      if (good.has(sessionId)) continue
      stream.tell({ type: 'bye' })
      stream.end()
    }
  }

  const checkSessions = async () => {
    if (open.size === 0) return
    await endLost().catch((cause: unknown) => log.error('Sessions could not be checked', { cause }))
  }

  const schedulePoll = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void checkSessions()
        .then(() => (open.size === 0 ? undefined : poll()))
        .catch((cause: unknown) => log.error('New entries could not be checked', { cause }))
        .then(() => {
          if (open.size > 0 && !stopped) schedulePoll()
        })
    }, pollMs)
  }

  /** Existing entries are not new. Awaited before the greeting, so that later ones are broadcast. */
  const begin = async ({ userId }: Listener) => {
    if (open.size > 0) return
    const since = now() - LATE_MS
    unseen((await arrivalsSince(storage, since)).map(({ id }) => id))
    if (shared) unseen((await noticesSince(storage, [userId], since)).map(({ id }) => id))
  }

  const join = (listener: Listener): Stream => {
    const stream = createStream(() => {
      clearInterval(beat)
      open.delete(one)
    })
    const one = { ...listener, stream }
    const beat = setInterval(stream.beat, beatMs)
    const mine = [...open].filter(({ userId }) => userId === listener.userId)
    if (mine.length >= MAX_STREAMS_PER_USER) mine[0]?.stream.end()
    if (open.size === 0) schedulePoll()
    open.add(one)
    stream.tell({ type: 'hello', at: new Date(now()).toISOString() })
    if (stopped) stream.end()
    return stream
  }

  return {
    changed(userId, change) {
      deliver(userId, change)
      if (!shared) return
      const row = { id: randomUUID(), userId, at: now(), payload: JSON.stringify(change) }
      seen.set(row.id, row.at)
      addPushNotice(storage, row).catch((cause: unknown) =>
        log.error('A notice could not be stored', { cause }),
      )
    },
    async listen(listener) {
      await begin(listener)
      return join(listener)
    },
    checkSessions,
    size: () => open.size,
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const { stream } of open) stream.end()
    },
  }
}
