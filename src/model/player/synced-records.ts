/**
 * Records of this browser that the user's other devices have too: the newer one of each key wins. Those that the server has
 * not accepted outlive the page.
 */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { asApiError, type Api } from '../../api/index.ts'
import type { CallName } from '../../contract/paths.ts'
import { userDataCleared } from '../app/events.ts'
import { liveEventReceived } from '../live/stream.ts'
import { $online, pageLeaving, windowHidden, wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'

type Dated = { readonly at: number }
type Kind<R extends Dated> = {
  readonly keyOf: (record: Omit<R, 'at'>) => string
  /** Records that are stored at most: the newest. */
  readonly most: number
  /** ms: changes wait this long, unless they are requested to be sent. */
  readonly sendAfter: number
  /** Records that are of this browser alone. */
  readonly isLocal?: (record: R) => boolean
  readonly list: (api: Api) => Promise<readonly R[]>
  readonly update: (api: Api, records: readonly R[]) => Promise<unknown>
  /** The call by which another device changes them, and what it carries. */
  readonly call: CallName
  readonly recordsIn: (input: unknown) => readonly R[] | undefined
}
/** `unsent`: keys of what the server has not accepted. */
export type StoredRecords<R> = { readonly records: readonly R[]; readonly unsent: readonly string[] }

export function createSyncedRecords<R extends Dated>({ keyOf, most, sendAfter, isLocal, ...kind }: Kind<R>) {
  type Records = ReadonlyMap<string, R>
  const keyOfRecord = (record: R) => keyOf(record)
  /** This browser changed them. */
  const changed = createEvent<readonly Omit<R, 'at'>[]>()
  /** What an earlier page stored in this browser. */
  const storedRead = createEvent<StoredRecords<R>>()
  const sendRequested = createEvent()
  /** Until then a received record would overwrite what is stored. */
  const $isRead = createStore(false, { serialize: 'ignore' }).on(storedRead, () => true)

  /** The newest change is last; beyond the bound the oldest are dropped. */
  const withRecords = (records: Records, more: readonly R[]): Records => {
    const next = new Map(records)
    for (const record of more) {
      next.delete(keyOfRecord(record))
      next.set(keyOfRecord(record), record)
    }
    return next.size <= most ? next : new Map([...next].toSorted(([, a], [, b]) => a.at - b.at).slice(-most))
  }
  /** By key, the newest change last. */
  const $records = createStore<Records>(new Map(), { serialize: 'ignore' })
    .on(storedRead, (_, { records }) => new Map(records.map((one) => [keyOfRecord(one), one])))
    .reset(userDataCleared)
  /** Two changes of a record in one millisecond are two. */
  const stampFx = attach({
    source: { services: $services, known: $records },
    effect: ({ services, known }, records: readonly Omit<R, 'at'>[]) => {
      const now = services.clock.now()
      const atOf = (record: Omit<R, 'at'>) => Math.max(now, (known.get(keyOf(record))?.at ?? 0) + 1)
      return { records: records.map((record) => ({ ...record, at: atOf(record) }) as unknown as R) }
    },
  })
  $records.on(stampFx.doneData, (records, stamped) => withRecords(records, stamped.records))
  sample({ clock: changed, target: stampFx })

  const sendFx = attach({
    source: $services,
    effect: async ({ api }, records: readonly R[]) => {
      await kind.update(api, records)
    },
  })
  const $unsent = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
    .on(storedRead, (_, { unsent }) => new Set(unsent))
    .on(
      stampFx.doneData,
      (unsent, { records }) =>
        new Set([...unsent, ...records.filter((one) => !isLocal?.(one)).map(keyOfRecord)]),
    )
    .reset(userDataCleared)
  /** Sent, and not changed since. A refused record would be refused again. */
  const settled = sample({
    clock: sendFx.finally,
    source: $records,
    filter: (_, end) => end.status === 'done' || asApiError(end.error)?.kind === 'refused',
    fn: (records, { params }) =>
      new Set(
        params.filter((one) => (records.get(keyOfRecord(one))?.at ?? one.at) === one.at).map(keyOfRecord),
      ),
  })
  $unsent.on(settled, (unsent, keys) => new Set([...unsent].filter((key) => !keys.has(key))))

  const timer = createTimer()
  const $canSend = combine(
    { online: $online, session: $session, sending: sendFx.pending },
    ({ online, session, sending }) => online && session.status === 'authenticated' && !sending,
  )
  sample({
    clock: [stampFx.done, sendFx.finally, storedRead],
    source: { unsent: $unsent, isRunning: timer.$running },
    filter: ({ unsent, isRunning }) => unsent.size > 0 && !isRunning,
    fn: () => sendAfter,
    target: timer.started,
  })
  const signedIn = sample({
    clock: $session,
    filter: ({ status }) => status === 'authenticated',
    fn: () => {},
  })
  sample({
    clock: [timer.fired, sendRequested, windowHidden, pageLeaving, wentOnline, signedIn],
    source: { records: $records, unsent: $unsent, canSend: $canSend },
    filter: ({ unsent, canSend }) => canSend && unsent.size > 0,
    fn: ({ records, unsent }) => [...unsent].flatMap((key) => records.get(key) ?? []),
    target: sendFx,
  })

  const fetchFx = attach({
    source: $services,
    effect: ({ api, queryClient }) =>
      queryClient.fetchQuery({ queryKey: [kind.call], staleTime: 0, queryFn: () => kind.list(api) }),
  })
  sample({
    clock: [storedRead, signedIn, wentOnline],
    source: { session: $session, isRead: $isRead },
    filter: ({ session, isRead }) => isRead && session.status === 'authenticated',
    fn: () => {},
    target: fetchFx,
  })
  const remoteReceived = createEvent<readonly R[]>()
  sample({ clock: fetchFx.doneData, target: remoteReceived })
  sample({
    clock: liveEventReceived.filterMap((event) =>
      event.type === 'changed' && event.call === kind.call ? kind.recordsIn(event.input) : undefined,
    ),
    target: remoteReceived,
  })
  /** Newer records of other devices. */
  const newerReceived = sample({
    clock: remoteReceived,
    source: $records,
    filter: $isRead,
    fn: (records, remote) => remote.filter((one) => one.at > (records.get(keyOfRecord(one))?.at ?? 0)),
  }).filter({ fn: ({ length }) => length > 0 })
  $records.on(newerReceived, withRecords)

  const $stored = combine($records, $unsent, (records, unsent): StoredRecords<R> => ({
    records: [...records.values()],
    unsent: [...unsent],
  }))
  return { changed, storedRead, sendRequested, newerReceived, $records, $stored, $isRead }
}
