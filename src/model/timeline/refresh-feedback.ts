/** Reports the result of a refresh that the user requested: how many entries are new, or why none could be fetched. */
import { createEvent, createStore, sample } from 'effector'
import { errorNotified, infoNotified, type UserNotification } from '../app/events.ts'
import { notificationFor } from '../app/notify-failures.ts'
import { $online } from '../network/index.ts'
import { $list, remoteFailed } from './list.ts'
import type { TimelineIds } from './merge.ts'
import { $scope } from './open.ts'
import { topPageFetched } from './remote-pages.ts'
import { timelineRefetched } from './state.ts'

/** The user refreshes the list: unlike `timelineRefetched`, the result is announced. */
export const refreshRequested = createEvent()

const ID = 'refresh'
const notice = (key: string, count?: number): UserNotification => ({
  id: ID,
  key: `app:feedback.${key}`,
  ...(count !== undefined && { values: { count } }),
})

/** The list at the time of the request, until it is answered. */
const $before = createStore<{ readonly key: string; readonly listed: TimelineIds } | null>(null, {
  serialize: 'ignore',
})
sample({
  clock: refreshRequested,
  source: { online: $online, list: $list, scope: $scope },
  filter: ({ online }) => online,
  fn: ({ list, scope }) => ({ key: scope.key, listed: list.listed }),
  target: $before,
})
sample({
  clock: refreshRequested,
  source: $online,
  filter: (online) => !online,
  fn: () => notice('offlineRefresh'),
  target: infoNotified,
})
sample({ clock: refreshRequested, target: timelineRefetched })

const answered = sample({
  clock: topPageFetched,
  source: { before: $before, list: $list },
  filter: ({ before }, { key }) => before?.key === key,
  fn: ({ before, list }, { page }) => (before ? countNew(before.listed, [list.listed, page]) : 0),
})
sample({
  clock: answered,
  fn: (count) => (count > 0 ? notice('newEntries', count) : notice('upToDate')),
  target: infoNotified,
})
const failed = sample({ clock: remoteFailed, source: $before, filter: Boolean, fn: (_, error) => error })
sample({
  clock: failed,
  filter: ({ kind }) => kind === 'unreachable',
  fn: () => notice('offlineRefresh'),
  target: infoNotified,
})
sample({ clock: failed.filterMap((error) => notificationFor(error) ?? undefined), target: errorNotified })
$before.reset([answered, failed])

/** Entries that were not listed before, not older than the oldest of those: older ones were not loaded yet. */
function countNew(before: TimelineIds, lists: readonly TimelineIds[]): number {
  const known = new Set(before.ids)
  const oldest = before.times.at(-1) ?? -Infinity
  const fresh = new Set<bigint>()
  for (const { ids, times } of lists)
    for (const [at, id] of ids.entries()) if ((times[at] ?? 0) >= oldest && !known.has(id)) fresh.add(id)
  return fresh.size
}
