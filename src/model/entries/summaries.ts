/** Loads entry summaries by windows: the timeline requests the visible rows, follow.db provides them. */
import { attach, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import { deepEqual } from '../../core/index.ts'
import type { EntryHead } from '../../local/calls.ts'
import { $services } from '../services.ts'
import { singleFromWire } from './from-wire.ts'
import {
  $currentEntryId,
  $entrySummaries,
  currentMissed,
  entriesCleared,
  entrySummariesLoaded,
  rowsRequested,
} from './state.ts'
import { statuses } from './statuses.ts'
import type { EntryStatus } from './types.ts'

/** Rows that changed in follow.db; those that are loaded are read again. */
export const entrySummariesChanged = createEvent<readonly string[]>()

const summariesFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('entries.heads', ids),
})
const noIds: ReadonlySet<string> = new Set()
const $requested = createStore(noIds, { serialize: 'ignore' })
const $loading = createStore(noIds, { serialize: 'ignore' })
  .on(summariesFx, (_, ids) => new Set(ids))
  .on(summariesFx.finally, () => noIds)
const missing = sample({
  clock: rowsRequested,
  source: { summaries: $entrySummaries, loading: $loading },
  fn: ({ summaries, loading }, ids) => ids.filter((id) => !summaries.has(id) && !loading.has(id)),
})
const changedLoaded = sample({
  clock: entrySummariesChanged,
  source: $entrySummaries,
  fn: (summaries, ids) => ids.filter((id) => summaries.has(id)),
})
$requested
  .on([missing, changedLoaded], (requested, ids) =>
    ids.length === 0 ? requested : new Set([...requested, ...ids]),
  )
  .on(summariesFx, () => noIds)
sample({
  clock: [$requested, summariesFx.finally],
  source: { requested: $requested, busy: summariesFx.pending },
  filter: ({ requested, busy }) => requested.size > 0 && !busy,
  fn: ({ requested }) => [...requested],
  target: summariesFx,
})
sample({ clock: summariesFx.doneData, target: entrySummariesLoaded })
sample({
  clock: entrySummariesLoaded,
  source: { summaries: $entrySummaries, rows: statuses.$confirmed, current: $currentEntryId },
  fn: statusPatch,
  target: statuses.received,
})
sample({ clock: entriesCleared, fn: () => new Map(), target: statuses.replaced })

/** An entry opened by its URL may be in no loaded list, nor in follow.db. */
sample({
  clock: $currentEntryId,
  filter: (id): id is string => id !== null,
  fn: (id) => [id ?? ''],
  target: rowsRequested,
})
const fetchOneFx = attach({
  source: $services,
  effect: async ({ api, local, queryClient }, id: string) => {
    const { data } = await queryClient.fetchQuery({
      queryKey: ['entries', 'one', id],
      staleTime: 0,
      queryFn: () =>
        api.entries.get({ id }).catch((error: unknown) => {
          // The server has another call for the entries of inboxes.
          if (asApiError(error)?.kind !== 'refused') throw error
          return api.entries.inboxGet({ id })
        }),
    })
    if (data) await local.call('entries.put', [singleFromWire(data, { read: false, starredAt: null })])
    return data ? [id] : []
  },
})
sample({
  clock: summariesFx.done,
  source: $currentEntryId,
  filter: (current, { params, result }) =>
    current !== null && params.includes(current) && !result.some(({ id }) => id === current),
  fn: (current) => current ?? '',
  target: fetchOneFx,
})
sample({ clock: fetchOneFx.doneData, filter: (ids) => ids.length > 0, target: rowsRequested })
/** The server does not have it either, or does not respond. */
const currentNotFound = sample({
  clock: fetchOneFx.finally,
  filter: (end) => end.status === 'fail' || end.result.length === 0,
  fn: ({ params }) => params,
})
sample({
  clock: currentNotFound,
  source: $currentEntryId,
  filter: (current, id) => current === id,
  fn: (_, id) => id,
  target: currentMissed,
})

/** Status rows of the loaded summaries; rows of evicted summaries are removed. */
function statusPatch(
  {
    summaries,
    rows,
    current,
  }: {
    summaries: ReadonlyMap<string, EntryHead>
    rows: ReadonlyMap<string, EntryStatus>
    current: string | null
  },
  loaded: readonly EntryHead[],
): Record<string, EntryStatus | null> {
  const removed = [...rows.keys()].filter((id) => !summaries.has(id) && id !== current)
  return {
    ...Object.fromEntries(removed.map((id) => [id, null])),
    ...Object.fromEntries(
      loaded
        .map((summary) => [summary.id, statusOfSummary(summary)] as const)
        .filter(([id, status]) => !deepEqual(rows.get(id), status)),
    ),
  }
}

const statusOfSummary = ({
  id,
  feedId,
  read,
  starredAt,
  labels,
  publishedAt,
  insertedAt,
}: EntryHead): EntryStatus => ({
  id,
  feedId,
  read,
  starredAt,
  labels,
  publishedAt,
  insertedAt,
})
