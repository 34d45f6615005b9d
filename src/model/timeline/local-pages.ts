/** Reads the pages of a list from follow.db: the first one at once, the others one after another. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { TimelineAsk } from '../../local/calls.ts'
import { $currentEntryId, entrySummariesLoaded } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import { $services } from '../services.ts'
import { idText, indexOfId } from './ids.ts'
import { $list, noTimelineIds, pageReceived, type TimelineList } from './list.ts'
import { toTimelineIds, type TimelineIds } from './merge.ts'
import { $scope, $turn, localRowsAdded, opened } from './open.ts'
import { feedsOfRowsRead } from './source-groups.ts'
import type { TimelineScope } from './scope.ts'
import { storiesRead } from './stories.ts'

export const FIRST_PAGE = 200
/** Rows that come with the list, about as many as a tall window shows. */
export const FIRST_ROWS = 40
const NEXT_PAGE = 5000
/** For a list in another order than that of time, each of whose pages runs the whole query: all of it. */
const ALL_ROWS = 1_000_000

export type LocalPageRequest = {
  readonly turn: number
  readonly scope: TimelineScope
  readonly after: TimelineAsk['after']
  readonly limit: number
  readonly heads?: number
  /** A page of the sequential read of follow.db, as opposed to rows that the server has just added. */
  readonly onward: boolean
}
export const localPageRequested = createEvent<LocalPageRequest>()

const readPageFx = attach({
  source: $services,
  effect: async (
    { local },
    { scope: { of, unreadOnly, bySource }, after, limit, heads }: LocalPageRequest,
  ) => {
    const query = { of, unreadOnly, after, limit, ...(bySource && ({ withFeeds: true } as const)) }
    const page = await local.call('timeline.page', heads ? { ...query, heads } : query)
    return { ...page, ...toTimelineIds(page) }
  },
})
sample({ clock: localPageRequested, target: readPageFx })

/** follow.db has returned the list of a location, or failed. */
export const $isLocalPageRead = createStore(false, { serialize: 'ignore' }).on(readPageFx.finally, () => true)

const pageRead = sample({
  clock: readPageFx.done,
  source: $turn,
  filter: (turn, { params }) => turn === params.turn,
  fn: (_, { params, result: page }) => ({ params, page }),
})
sample({
  clock: opened,
  fn: ({ turn, scope }) => ({
    turn,
    scope,
    after: null,
    limit: FIRST_PAGE,
    heads: FIRST_ROWS,
    onward: true,
  }),
  target: localPageRequested,
})
// Rows are loaded before the list that shows them.
sample({
  clock: pageRead,
  filter: ({ page }) => Boolean(page.heads?.length),
  fn: ({ page }) => page.heads ?? [],
  target: entrySummariesLoaded,
})
sample({ clock: pageRead.filterMap(({ page }) => page.stories), target: storiesRead })
sample({
  clock: pageRead.filterMap(({ page: { ids, feedIds } }) => feedIds && { ids, feedIds }),
  target: feedsOfRowsRead,
})
sample({
  clock: pageRead,
  source: { list: $list, openId: $currentEntryId, statuses: $statuses },
  fn: ({ list, openId, statuses }, { params: { onward, scope, after }, page }) => ({
    page,
    row: after?.row ?? 0,
    onward,
    open: openEntryOf(list, page, openId, scope, openId === null ? undefined : statuses.get(openId)),
  }),
  target: pageReceived,
})

/**
 * The open entry if it belongs to the scope; read meanwhile, it would leave an unread-only list. If it was not in the
 * page, it is added by its time, if that is within the page: further down the rows between would be missing.
 */
function openEntryOf(
  { listed }: TimelineList,
  page: TimelineIds,
  openId: string | null,
  { of }: TimelineScope,
  status: EntryStatus | undefined,
): TimelineIds {
  if (openId === null) return noTimelineIds
  const at = indexOfId(listed.ids, openId)
  const isOfScope = 'feedIds' in of ? status !== undefined && of.feedIds.includes(status.feedId) : at !== -1
  if (!isOfScope) return noTimelineIds
  if (at !== -1) return { ids: listed.ids.slice(at, at + 1), times: listed.times.slice(at, at + 1) }
  const time = status?.publishedAt ?? -Infinity
  return time >= (page.times.at(-1) ?? Infinity)
    ? toTimelineIds({ ids: [openId], times: [time] })
    : noTimelineIds
}
sample({
  clock: pageRead,
  filter: ({ params, page }) => params.onward && !page.done,
  fn: ({ params, page }) => ({
    ...params,
    limit: (page.order ?? 'new') === 'new' ? NEXT_PAGE : ALL_ROWS,
    heads: 0,
    after: {
      publishedAt: page.times.at(-1) ?? 0,
      id: idText(page.ids.at(-1)),
      row: (params.after?.row ?? 0) + page.ids.length,
    },
  }),
  target: localPageRequested,
})

/**
 * Entries were stored that the list was not asked for. Those that are older than its first row are added; newer ones are
 * announced (check-new.ts), so that the list does not move.
 */
export const rowsPrefetched = createEvent()
const prefetched = sample({
  clock: rowsPrefetched,
  source: { turn: $turn, scope: $scope, list: $list },
  fn: (source) => source,
})
const isFirstNewest = ({ list }: { readonly list: TimelineList }): boolean =>
  list.order === 'new' && list.listed.ids.length > 0
sample({
  clock: prefetched.filter({ fn: isFirstNewest }),
  fn: ({ turn, scope, list: { listed } }) => ({
    turn,
    scope,
    after: { publishedAt: listed.times[0] ?? 0, id: idText(listed.ids[0]) },
    limit: NEXT_PAGE,
    onward: false,
  }),
  target: localPageRequested,
})
sample({
  clock: prefetched.filter({ fn: (source) => !isFirstNewest(source) }),
  fn: () => {},
  target: localRowsAdded,
})
