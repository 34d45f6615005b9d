/** How far each episode was played: stored in this browser, and sent to the user's other devices. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { Position } from '../../contract/positions.ts'
import { userDataCleared } from '../app/events.ts'
import { liveEventReceived } from '../live/stream.ts'
import { $online, pageLeaving, windowHidden, wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'
import { MAX_POSITIONS, type StoredPlayer } from './stored-player.ts'

/** ms: while an episode plays, its position is sent this often. */
const SEND_MS = 30_000

/** By entry id, newest last. 0 seconds: at the start, as after the end. */
type Positions = ReadonlyMap<string, Position>

/** An episode was played up to this position. */
export const positionReached = createEvent<Omit<Position, 'at'>>()
/** Positions that an earlier page stored in this browser. */
export const storedPositionsRead = createEvent<Pick<StoredPlayer, 'positions' | 'unsent'>>()
/** Playing paused or ended, or moved on to another episode. */
export const positionSendRequested = createEvent()
/** Until then a received position would overwrite what is stored. */
const $isRead = createStore(false, { serialize: 'ignore' }).on(storedPositionsRead, () => true)
const remoteReceived = createEvent<readonly Position[]>()

const stampFx = attach({
  source: $services,
  effect: ({ clock }, position: Omit<Position, 'at'>): Position => ({ ...position, at: clock.now() }),
})
const $records = createStore<Positions>(new Map(), { serialize: 'ignore' })
  .on(storedPositionsRead, (_, { positions }) => new Map(positions.map((one) => [one.entryId, one])))
  .on(stampFx.doneData, (records, position) => withPositions(records, [position]))
  .reset(userDataCleared)
sample({
  clock: positionReached,
  source: $records,
  filter: (records, { entryId, seconds }) => (records.get(entryId)?.seconds ?? 0) !== seconds,
  fn: (_, position) => position,
  target: stampFx,
})

/** Seconds by entry id, of episodes that were started and not finished. */
export const $positions = $records.map(
  (records): ReadonlyMap<string, number> =>
    new Map(
      [...records.values()].flatMap(({ entryId, seconds }) => (seconds > 0 ? [[entryId, seconds]] : [])),
    ),
)

const sendFx = attach({
  source: $services,
  effect: async ({ api }, positions: readonly Position[]) => {
    await api.positions.update({ positions: [...positions] })
  },
})
/** Entry ids of positions that the server has not accepted. */
const $unsent = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(storedPositionsRead, (_, { unsent }) => new Set(unsent))
  .on(stampFx.doneData, (unsent, { entryId }) => new Set([...unsent, entryId]))
  .reset(userDataCleared)
/** Sent, and not changed since. A refused position would be refused again. */
const settled = sample({
  clock: sendFx.finally,
  source: $records,
  filter: (_, end) => end.status === 'done' || asApiError(end.error)?.kind === 'refused',
  fn: (records, { params }) =>
    new Set(
      params.filter(({ entryId, at }) => (records.get(entryId)?.at ?? at) === at).map((one) => one.entryId),
    ),
})
$unsent.on(settled, (unsent, ids) => new Set([...unsent].filter((id) => !ids.has(id))))

export const $storedPositions = combine({ records: $records, unsent: $unsent }, ({ records, unsent }) => ({
  positions: [...records.values()],
  unsent: [...unsent],
}))

const timer = createTimer()
const $canSend = combine(
  { online: $online, session: $session, sending: sendFx.pending },
  ({ online, session, sending }) => online && session.status === 'authenticated' && !sending,
)
sample({
  clock: [stampFx.done, sendFx.finally, storedPositionsRead],
  source: { unsent: $unsent, isRunning: timer.$running },
  filter: ({ unsent, isRunning }) => unsent.size > 0 && !isRunning,
  fn: () => SEND_MS,
  target: timer.started,
})
const signedIn = sample({ clock: $session, filter: ({ status }) => status === 'authenticated', fn: () => {} })
sample({
  clock: [timer.fired, positionSendRequested, windowHidden, pageLeaving, wentOnline, signedIn],
  source: { records: $records, unsent: $unsent, canSend: $canSend },
  filter: ({ unsent, canSend }) => canSend && unsent.size > 0,
  fn: ({ records, unsent }) => [...unsent].flatMap((id) => records.get(id) ?? []),
  target: sendFx,
})

const fetchFx = attach({
  source: $services,
  effect: async ({ api, queryClient }) => {
    const { data } = await queryClient.fetchQuery({
      queryKey: ['positions'],
      staleTime: 0,
      queryFn: () => api.positions.list({}),
    })
    return data
  },
})
sample({
  clock: [storedPositionsRead, signedIn, wentOnline],
  source: { session: $session, isRead: $isRead },
  filter: ({ session, isRead }) => isRead && session.status === 'authenticated',
  fn: () => {},
  target: fetchFx,
})
sample({ clock: fetchFx.doneData, target: remoteReceived })
sample({
  clock: liveEventReceived.filterMap((event) =>
    event.type === 'changed' && event.call === 'positions.update'
      ? (event.input as { readonly positions: readonly Position[] } | undefined)?.positions
      : undefined,
  ),
  target: remoteReceived,
})
/** Newer positions of other devices. */
export const newerPositionsReceived = sample({
  clock: remoteReceived,
  source: $records,
  filter: $isRead,
  fn: (records, remote) => remote.filter(({ entryId, at }) => at > (records.get(entryId)?.at ?? 0)),
}).filter({ fn: ({ length }) => length > 0 })
$records.on(newerPositionsReceived, withPositions)

/** The newest position is last; beyond the bound the oldest are dropped. */
function withPositions(records: Positions, changed: readonly Position[]): Positions {
  const next = new Map(records)
  for (const position of changed) {
    next.delete(position.entryId)
    next.set(position.entryId, position)
  }
  return next.size <= MAX_POSITIONS
    ? next
    : new Map([...next].toSorted(([, a], [, b]) => a.at - b.at).slice(-MAX_POSITIONS))
}
