import { combine, createEvent, createStore, sample } from 'effector'
import { $labelCounts } from '../labels/counts.ts'
import { $labelsFolded } from '../labels/folding.ts'
import { $labels } from '../labels/tables.ts'
import {
  $location,
  $screen,
  $source,
  $view,
  isTimeline,
  locationEntered,
  sourceKey,
} from '../location/index.ts'
import { $savedSearches, $searchCounts } from '../search/saved-searches.ts'
import { $general } from '../settings/index.ts'
import { $showsRare } from './rare.ts'
import {
  buildTree,
  buildViewTabs,
  type SubscribedFeed,
  type SubscriptionIndex,
  type SubscriptionOrder,
} from './build-tree.ts'
import { folderRenamed } from './events.ts'
import { $openFolders } from './folders.ts'
import { $openPageRow, $pageRows, type PageRow } from './page-rows.ts'
import { $visibleCounts } from './visible-counts.ts'
import { $counts, $feeds, $inboxes, $lists, $subscriptions } from './tables.ts'
import type { TreeRow, ViewTab } from './types.ts'

const indexStores = { subscriptions: $subscriptions, feeds: $feeds, lists: $lists, inboxes: $inboxes }
/** Without counts: reading an entry must not recompute the rows. */
export const $subscriptionIndex = combine(indexStores, (all): SubscriptionIndex => all)
export const $subscribedFeeds = combine(
  { ...indexStores, counts: $counts },
  (followed): SubscribedFeed => followed,
)
const $visible = combine({ ...indexStores, counts: $visibleCounts }, (followed): SubscribedFeed => followed)

/** A setting that other programs may write too: what is no list of ids is left out. */
export const $subscriptionOrder = $general
  .map(({ subscriptionOrder }) => subscriptionOrder)
  .map((stored): SubscriptionOrder => {
    const folders = Object.entries(stored as Readonly<Record<string, unknown>>)
    return new Map(folders.flatMap(([name, ids]) => (Array.isArray(ids) ? [[name, ids]] : [])))
  })

export const $tree = combine(
  {
    order: $subscriptionOrder,
    followed: $visible,
    view: $view,
    source: $source,
    openFolders: $openFolders,
    general: $general,
    searches: $savedSearches,
    searchCounts: $searchCounts,
    labels: $labels,
    labelCounts: $labelCounts,
    labelsFolded: $labelsFolded,
    showsRare: $showsRare,
  },
  ({ followed, general, ...options }): readonly TreeRow[] =>
    buildTree(followed, {
      ...options,
      autoGroup: general.autoGroup,
      hideRead: general.hideAllReadSubscriptions && general.unreadOnly,
    }),
)
export const $viewTabs = $visible.map((followed): readonly ViewTab[] => buildViewTabs(followed))

/** The focused row of the column; entering a location or a page focuses its row. */
export const treeRowFocused = createEvent<string>()
const $focusedRowId = createStore<string>('all', { serialize: 'ignore' })
  .on(treeRowFocused, (_, id) => id)
  .on(locationEntered, (_, { source }) => sourceKey(source))
  .on(folderRenamed, (id, { from, to }) => (id === `folder/${from}` ? `folder/${to.trim()}` : id))
sample({ clock: $openPageRow.updates.filterMap((row) => row?.id), target: treeRowFocused })
const readerEntered = $screen.map(isTimeline).updates.filter({ fn: Boolean })
sample({
  clock: readerEntered,
  source: $location,
  fn: ({ source }) => sourceKey(source),
  target: treeRowFocused,
})
/** The focused row where it is that of a page. */
export const $currentPageRow = combine(
  $pageRows,
  $focusedRowId,
  (rows, id): PageRow | null => rows.find((row) => row.id === id) ?? null,
)
/** The focused row where it is one of the tree. */
export const $currentRow = combine($tree, $focusedRowId, $currentPageRow, (tree, id, page): TreeRow | null =>
  page ? null : (tree.find((row) => row.id === id) ?? tree.find((row) => row.current) ?? null),
)
/** Ids of all rows of the column, from top to bottom, and of the focused one. */
export const $columnRows = combine($tree, $pageRows, (tree, pages): readonly { readonly id: string }[] => [
  ...tree,
  ...pages,
])
