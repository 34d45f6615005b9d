import { combine, createEvent, createStore } from 'effector'
import { $source, $view, locationEntered, sourceKey } from '../location/index.ts'
import { $general } from '../settings/index.ts'
import { buildTree, buildViewTabs, type SubscribedFeed, type SubscriptionIndex } from './build-tree.ts'
import { $openFolders } from './folders.ts'
import { $visibleCounts } from './visible-counts.ts'
import { $counts, $feeds, $inboxes, $lists, $subscriptions } from './tables.ts'
import type { TreeRow, ViewTab } from './types.ts'

const following = { subscriptions: $subscriptions, feeds: $feeds, lists: $lists, inboxes: $inboxes }
/** Without its numbers: an entry that is read is no reason to find out anew what is listed. */
export const $subscriptionIndex = combine(following, (all): SubscriptionIndex => all)
export const $subscribedFeeds = combine(
  { ...following, counts: $counts },
  (followed): SubscribedFeed => followed,
)
const $shown = combine({ ...following, counts: $visibleCounts }, (followed): SubscribedFeed => followed)

export const $tree = combine(
  { followed: $shown, view: $view, source: $source, openFolders: $openFolders, general: $general },
  ({ followed, general, ...wish }): readonly TreeRow[] =>
    buildTree(followed, {
      ...wish,
      autoGroup: general.autoGroup,
      hideRead: general.hideAllReadSubscriptions && general.unreadOnly,
    }),
)
export const $viewTabs = $shown.map((followed): readonly ViewTab[] => buildViewTabs(followed))

/** The row that has the cursor; entering a place takes it along. */
export const treeRowFocused = createEvent<string>()
const $focusedRowId = createStore<string>('all', { serialize: 'ignore' })
  .on(treeRowFocused, (_, id) => id)
  .on(locationEntered, (_, { source }) => sourceKey(source))
export const $currentRow = combine(
  $tree,
  $focusedRowId,
  (tree, id): TreeRow | null => tree.find((row) => row.id === id) ?? tree.find((row) => row.current) ?? null,
)
