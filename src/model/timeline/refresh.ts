/**
 * The user refreshes the list: the server checks its feeds. New entries are announced above the list,
 * which is unchanged; else a message tells when the feeds were fetched and when they are next.
 */
import { attach, createEvent, createStore, sample } from 'effector'
import type { FeedCheck } from '../../contract/feeds.ts'
import { errorNotified, infoNotified, notificationsDismissed, type UserNotification } from '../app/events.ts'
import { notificationFor, notifyFailures } from '../app/notify-failures.ts'
import { feedCheckRequested, feedsChecked, type FeedsChecked } from '../feed-checks/index.ts'
import { $online } from '../network/index.ts'
import { $services } from '../services.ts'
import { $general } from '../settings/index.ts'
import { $fetchedAt, countNew, newEntriesCounted } from './check-new.ts'
import { $list, remoteFailed } from './list.ts'
import type { TimelineIds } from './merge.ts'
import { $scope } from './open.ts'
import { topPageFetched } from './remote-pages.ts'
import type { TimelineScope } from './scope.ts'
import { $timelineIds, timelineRefetched } from './state.ts'

/** Unlike `timelineRefetched`, which lists what the server has, its result is announced. */
export const refreshRequested = createEvent()

const ID = 'refresh'
type Values = UserNotification['values']
const notice = (key: string, values?: Values): UserNotification => ({
  id: ID,
  key: `app:feedback.${key}`,
  ...(values && { values }),
})
/** Maximum number of feeds per request. */
const MAX_NAMED = 100

const feedIdsOf = ({ of }: TimelineScope): readonly string[] => ('feedIds' in of ? of.feedIds : [])
const isOfFeeds = (scope: TimelineScope): boolean =>
  scope.source.kind !== 'inbox' && feedIdsOf(scope).length > 0

sample({
  clock: refreshRequested,
  source: $scope,
  filter: isOfFeeds,
  fn: (scope) => ({ feedIds: feedIdsOf(scope) }),
  target: feedCheckRequested,
})

// The last message is outdated.
sample({ clock: feedCheckRequested, fn: () => [ID], target: notificationsDismissed })

const countFx = attach({
  source: { services: $services, scope: $scope, times: $fetchedAt, listed: $timelineIds },
  effect: async ({ services: { api }, scope, times, listed }, { feedIds, startedAt }: FeedsChecked) => {
    const checked = new Set(feedIds)
    const isListed = feedIdsOf(scope).some((id) => checked.has(id))
    const at = times.get(scope.key)
    if (isListed && at !== undefined)
      return { key: scope.key, at, count: await countNew(api, { scope, at, listed }) }
    const { data } = await api.entries.checkNew({
      insertedAfter: startedAt,
      feedIdList: feedIds.slice(0, MAX_NAMED),
    })
    return { key: isListed ? scope.key : null, at, count: data.has_new ? (data.count ?? null) : 0 }
  },
})
sample({ clock: feedsChecked, target: countFx })
sample({ clock: countFx.doneData, target: newEntriesCounted })
notifyFailures(countFx.failData, notice('offlineRefresh'))
const counted = sample({
  clock: countFx.done,
  source: { scope: $scope, general: $general, services: $services },
  fn: ({ scope, general: { language }, services: { clock } }, { params, result: { key, count } }) => ({
    count,
    isListed: key === scope.key,
    outcome: outcomeOf(params, { language, now: clock.now() }),
  }),
})
sample({
  clock: counted.filterMap(({ isListed, count }) =>
    !isListed && count !== null && count > 0 ? notice('newEntries', { count }) : undefined,
  ),
  target: infoNotified,
})
const nothingNew = counted.filter({ fn: ({ count }) => count === 0 })
// Entries that were read meanwhile leave an unread-only list.
sample({
  clock: nothingNew.filter({ fn: ({ isListed }) => isListed }),
  fn: () => {},
  target: timelineRefetched,
})
sample({
  clock: nothingNew.filterMap(({ outcome }) => (outcome.isError ? undefined : outcome.notification)),
  target: infoNotified,
})
sample({
  clock: nothingNew.filterMap(({ outcome }) => (outcome.isError ? outcome.notification : undefined)),
  target: errorNotified,
})

type Outcome = { readonly isError: boolean; readonly notification: UserNotification }
type Context = { readonly language: string; readonly now: number }

/** The message of a check without new entries: when the feeds were fetched, when they are next, and why not now. */
function outcomeOf({ checks, asked }: FeedsChecked, context: Context): Outcome {
  const [only] = checks
  if (only && checks.length === 1) return outcomeOfOne(only, asked, context)
  const numberOf = (...states: FeedCheck['state'][]) =>
    checks.filter(({ state }) => states.includes(state)).length
  const [failed, waiting] = [numberOf('failed', 'gone'), numberOf('waiting', 'checking')]
  const count = checks.length
  const notification =
    failed + waiting > 0
      ? notice('nothingNewBut', { checked: count - failed - waiting, failed, waiting })
      : asked
        ? notice('nothingNewIn', { count })
        : notice('nothingNewYet', { count })
  return { isError: false, notification }
}

function outcomeOfOne(
  { state, checkedAt, nextFetchAt, message }: FeedCheck,
  asked: boolean,
  context: Context,
): Outcome {
  const values = { last: timeText(checkedAt, context), next: timeText(nextFetchAt, context) }
  if (state === 'failed')
    return {
      isError: true,
      notification: { ...notice('feedFailed', values), ...(message !== null && { reason: message }) },
    }
  const keys = {
    checked: asked ? 'feedChecked' : 'feedCheckedBefore',
    waiting: 'feedWaiting',
    checking: 'feedSlow',
    gone: 'feedGone',
  } as const
  return { isError: state === 'gone', notification: notice(keys[state], values) }
}

/** The time of day, with the day if it is not today. */
function timeText(iso: string | null, { language, now }: Context): string {
  if (iso === null) return '–'
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(language, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(at)
}

// Lists that are not of feeds, as stars, are fetched from the server again.
/** The list at the time of the request, until the response. */
const $before = createStore<{ readonly key: string; readonly listed: TimelineIds } | null>(null, {
  serialize: 'ignore',
})
const refetchRequested = sample({
  clock: refreshRequested,
  source: { online: $online, list: $list, scope: $scope },
  filter: ({ scope }) => !isOfFeeds(scope),
  fn: (source) => source,
})
sample({
  clock: refetchRequested,
  filter: ({ online }) => online,
  fn: ({ list, scope }) => ({ key: scope.key, listed: list.listed }),
  target: $before,
})
sample({
  clock: refetchRequested,
  filter: ({ online }) => !online,
  fn: () => notice('offlineRefresh'),
  target: infoNotified,
})
sample({ clock: refetchRequested, fn: () => {}, target: timelineRefetched })

const answered = sample({
  clock: topPageFetched,
  source: { before: $before, list: $list },
  filter: ({ before }, { key }) => before?.key === key,
  fn: ({ before, list }, { page }) => (before ? countAdded(before.listed, [list.listed, page]) : 0),
})
sample({
  clock: answered,
  fn: (count) => (count > 0 ? notice('newEntries', { count }) : notice('upToDate')),
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
function countAdded(before: TimelineIds, lists: readonly TimelineIds[]): number {
  const known = new Set(before.ids)
  const oldest = before.times.at(-1) ?? -Infinity
  const fresh = new Set<bigint>()
  for (const { ids, times } of lists)
    for (const [at, id] of ids.entries()) if ((times[at] ?? 0) >= oldest && !known.has(id)) fresh.add(id)
  return fresh.size
}
