import { combine, createEvent, createStore } from 'effector'
import { $labelCounts } from '../labels/counts.ts'
import { $labelsFolded } from '../labels/folding.ts'
import { $labels } from '../labels/tables.ts'
import { $source, $view, locationEntered, sourceKey } from '../location/index.ts'
import { $savedSearches, $searchCounts } from '../search/saved-searches.ts'
import { $general } from '../settings/index.ts'
import { $showsRare } from './rare.ts'
import { buildTree, buildViewTabs, type SubscribedFeed, type SubscriptionIndex } from './build-tree.ts'
import { folderRenamed } from './events.ts'
import { $openFolders } from './folders.ts'
import { $visibleCounts } from './visible-counts.ts'
import { $counts, $feeds, $inboxes, $lists, $subscriptions } from './tables.ts'
import type { TreeRow, ViewTab } from './types.ts'

const indexStores = { subscriptions: $subscriptions, feeds: $feeds, lists: $lists, inboxes: $inboxes }
/** Without counts: reading an entry must not recompute what is listed. */
export const $subscriptionIndex = combine(indexStores, (all): SubscriptionIndex => all)
export const $subscribedFeeds = combine(
  { ...indexStores, counts: $counts },
  (followed): SubscribedFeed => followed,
)
const $visible = combine({ ...indexStores, counts: $visibleCounts }, (followed): SubscribedFeed => followed)

export const $tree = combine(
  {
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

/** The focused row; entering a location focuses its row. */
export const treeRowFocused = createEvent<string>()
const $focusedRowId = createStore<string>('all', { serialize: 'ignore' })
  .on(treeRowFocused, (_, id) => id)
  .on(locationEntered, (_, { source }) => sourceKey(source))
  .on(folderRenamed, (id, { from, to }) => (id === `folder/${from}` ? `folder/${to.trim()}` : id))
export const $currentRow = combine(
  $tree,
  $focusedRowId,
  (tree, id): TreeRow | null => tree.find((row) => row.id === id) ?? tree.find((row) => row.current) ?? null,
)
