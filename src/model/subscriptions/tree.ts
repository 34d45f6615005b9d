import { combine, createEvent, createStore } from 'effector'
import { $place, placeEntered, sourceKey } from '../place/index.ts'
import { $general } from '../settings/index.ts'
import { buildTree, buildViewTabs, type Followed } from './build-tree.ts'
import { $openFolders } from './folders.ts'
import { $counts, $feeds, $inboxes, $lists, $subscriptions } from './tables.ts'
import type { TreeRow, ViewTab } from './types.ts'

export const $followed = combine(
  { subscriptions: $subscriptions, feeds: $feeds, lists: $lists, inboxes: $inboxes, counts: $counts },
  (followed): Followed => followed,
)
/** Another entry is no reason to draw the tree anew. */
const $view = $place.map(({ view }) => view)
const $source = $place.map(({ source }) => source)

export const $tree = combine(
  { followed: $followed, view: $view, source: $source, openFolders: $openFolders, general: $general },
  ({ followed, general, ...wish }): readonly TreeRow[] =>
    buildTree(followed, {
      ...wish,
      autoGroup: general.autoGroup,
      hideRead: general.hideAllReadSubscriptions && general.unreadOnly,
    }),
)
export const $viewTabs = $followed.map((followed): readonly ViewTab[] => buildViewTabs(followed))
export const $unreadTotal = $viewTabs.map((tabs) => tabs.reduce((sum, tab) => sum + tab.unread, 0))

/** The row that has the cursor; entering a place takes it along. */
export const treeRowFocused = createEvent<string>()
const $focusedRowId = createStore<string>('all', { serialize: 'ignore' })
  .on(treeRowFocused, (_, id) => id)
  .on(placeEntered, (_, { source }) => sourceKey(source))
export const $currentRow = combine(
  $tree,
  $focusedRowId,
  (tree, id): TreeRow | null => tree.find((row) => row.id === id) ?? tree.find((row) => row.current) ?? null,
)
