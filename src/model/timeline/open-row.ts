/** The open entry has a row in a list of its feed, read or not, however far down. */
import { combine, sample } from 'effector'
import { $currentEntryId, entrySummariesLoaded } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import { indexOfId, packIds } from './ids.ts'
import { $list, openRowAdded, pageReceived, type TimelineList } from './list.ts'
import { toTimelineIds } from './merge.ts'
import { $scope } from './open.ts'
import type { TimelineScope } from './scope.ts'
import { feedsOfRowsRead } from './source-groups.ts'

const $openEntry = combine({ id: $currentEntryId, list: $list, scope: $scope, statuses: $statuses })
const missed = sample({
  clock: [pageReceived, entrySummariesLoaded, $currentEntryId],
  source: $openEntry,
  fn: ({ id, list, scope, statuses }) => missingRow(list, scope, statuses.get(id ?? '')),
}).filterMap((row) => row ?? undefined)
sample({
  clock: missed,
  fn: ({ id, publishedAt }) => toTimelineIds({ ids: [id], times: [publishedAt] }),
  target: openRowAdded,
})
sample({
  clock: missed,
  source: $scope,
  filter: ({ bySource }) => bySource,
  fn: (_, { id, feedId }) => ({ ids: packIds([id]), feedIds: [feedId] }),
  target: feedsOfRowsRead,
})

/** @returns the open entry, if the list was read up to its position and does not have it */
function missingRow(
  list: TimelineList,
  { key, of }: TimelineScope,
  status: EntryStatus | undefined,
): EntryStatus | null {
  if (!status || list.key !== key || list.replaceNext || list.order !== 'new') return null
  if (!('feedIds' in of && of.feedIds.includes(status.feedId))) return null
  const isReadSoFar = list.localDone || status.publishedAt >= (list.listed.times.at(-1) ?? Infinity)
  return isReadSoFar && indexOfId(list.listed.ids, status.id) === -1 ? status : null
}
