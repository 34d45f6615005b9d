/** Heads by windows: the timeline says which rows it shows, follow.db hands them over. */
import { attach, createEvent, createStore, sample } from 'effector'
import { deepEqual } from '../../core/index.ts'
import type { EntryHead } from '../../local/calls.ts'
import { $services } from '../services.ts'
import { singleFromWire } from './from-wire.ts'
import {
  $currentEntryId,
  $entrySummaries,
  entriesCleared,
  entrySummariesLoaded,
  rowsRequested,
} from './state.ts'
import { statuses } from './statuses.ts'
import type { EntryStatus } from './types.ts'

/** Rows that changed in follow.db: read again if they are loaded. */
export const entrySummariesChanged = createEvent<readonly string[]>()

const headsFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('entries.heads', ids),
})
const noIds: ReadonlySet<string> = new Set()
const $wanted = createStore(noIds, { serialize: 'ignore' })
const $coming = createStore(noIds, { serialize: 'ignore' })
  .on(headsFx, (_, ids) => new Set(ids))
  .on(headsFx.finally, () => noIds)
const missing = sample({
  clock: rowsRequested,
  source: { heads: $entrySummaries, coming: $coming },
  fn: ({ heads, coming }, ids) => ids.filter((id) => !heads.has(id) && !coming.has(id)),
})
const changedLoaded = sample({
  clock: entrySummariesChanged,
  source: $entrySummaries,
  fn: (heads, ids) => ids.filter((id) => heads.has(id)),
})
$wanted
  .on([missing, changedLoaded], (wanted, ids) => (ids.length === 0 ? wanted : new Set([...wanted, ...ids])))
  .on(headsFx, () => noIds)
sample({
  clock: [$wanted, headsFx.finally],
  source: { wanted: $wanted, busy: headsFx.pending },
  filter: ({ wanted, busy }) => wanted.size > 0 && !busy,
  fn: ({ wanted }) => [...wanted],
  target: headsFx,
})
sample({ clock: headsFx.doneData, target: entrySummariesLoaded })
sample({
  clock: entrySummariesLoaded,
  source: { heads: $entrySummaries, rows: statuses.$confirmed, current: $currentEntryId },
  fn: statusPatch,
  target: statuses.received,
})
sample({ clock: entriesCleared, fn: () => new Map(), target: statuses.replaced })

/** An entry that is opened by its address may be in no list that is loaded, nor in follow.db. */
sample({
  clock: $currentEntryId,
  filter: (id): id is string => id !== null,
  fn: (id) => [id ?? ''],
  target: rowsRequested,
})
const fetchOneFx = attach({
  source: $services,
  effect: async ({ api, local }, id: string) => {
    const { data } = await api.entries.get({ id })
    if (data) await local.call('entries.put', [singleFromWire(data, { read: false, starredAt: null })])
    return data ? [id] : []
  },
})
sample({
  clock: headsFx.done,
  source: $currentEntryId,
  filter: (current, { params, result }) =>
    current !== null && params.includes(current) && !result.some(({ id }) => id === current),
  fn: (current) => current ?? '',
  target: fetchOneFx,
})
sample({ clock: fetchOneFx.doneData, filter: (ids) => ids.length > 0, target: rowsRequested })
/** The server does not have it either, or does not answer. */
export const currentNotFound = sample({
  clock: fetchOneFx.finally,
  filter: (end) => end.status === 'fail' || end.result.length === 0,
  fn: ({ params }) => params,
})

/** The rows of what was loaded; those of heads that were let go leave the table. */
function statusPatch(
  {
    heads,
    rows,
    current,
  }: {
    heads: ReadonlyMap<string, EntryHead>
    rows: ReadonlyMap<string, EntryStatus>
    current: string | null
  },
  loaded: readonly EntryHead[],
): Record<string, EntryStatus | null> {
  const gone = [...rows.keys()].filter((id) => !heads.has(id) && id !== current)
  return {
    ...Object.fromEntries(gone.map((id) => [id, null])),
    ...Object.fromEntries(
      loaded
        .map((head) => [head.id, statusOfSummary(head)] as const)
        .filter(([id, status]) => !deepEqual(rows.get(id), status)),
    ),
  }
}

export const statusOfSummary = ({
  id,
  feedId,
  read,
  starredAt,
  publishedAt,
  insertedAt,
}: EntryHead): EntryStatus => ({
  id,
  feedId,
  read,
  starredAt,
  publishedAt,
  insertedAt,
})
