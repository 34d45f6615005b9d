/** How far each episode was played: stored in this browser, and sent to the user's other devices. */
import { createEvent, sample } from 'effector'
import type { Position } from '../../contract/positions.ts'
import { MAX_POSITIONS } from './stored-player.ts'
import { createSyncedRecords } from './synced-records.ts'

export const positionRecords = createSyncedRecords<Position>({
  keyOf: ({ entryId }) => entryId,
  most: MAX_POSITIONS,
  // While an episode plays.
  sendAfter: 30_000,
  list: async (api) => (await api.positions.list({})).data,
  update: (api, list) => api.positions.update({ positions: [...list] }),
  call: 'positions.update',
  recordsIn: (input) => (input as { readonly positions: readonly Position[] } | undefined)?.positions,
})

/** An episode was played up to this position. */
export const positionReached = createEvent<Omit<Position, 'at'>>()
sample({
  clock: positionReached,
  source: positionRecords.$records,
  filter: (records, { entryId, seconds, finished = false }) => {
    const known = records.get(entryId)
    return (known?.seconds ?? 0) !== seconds || (finished && !known?.finished)
  },
  fn: (_, position) => [position],
  target: positionRecords.changed,
})

/** Seconds by entry id, of episodes that were started and not finished. 0 seconds: at the start, as after the end. */
export const $positions = positionRecords.$records.map(
  (records): ReadonlyMap<string, number> =>
    new Map(
      [...records.values()].flatMap(({ entryId, seconds }) => (seconds > 0 ? [[entryId, seconds]] : [])),
    ),
)
