/** The subscriptions with unread entries in the order of the tree, those in closed folders included. */
import { combine } from 'effector'
import { $source, $view, sourceKey, type LocationSource } from '../location/index.ts'
import { $general } from '../settings/index.ts'
import { buildTree, groupIntoFolders } from './build-tree.ts'
import { $subscribedFeeds, $subscriptionOrder } from './tree.ts'
import type { TreeRow } from './types.ts'

export const $unreadSources = combine(
  {
    followed: $subscribedFeeds,
    view: $view,
    source: $source,
    general: $general,
    order: $subscriptionOrder,
  },
  ({ followed, view, source, general: { autoGroup }, order }) => {
    const feeds = [...followed.subscriptions.values()].filter(
      (one) => one.view === view && one.type === 'feed',
    )
    const openFolders = new Set(
      groupIntoFolders(feeds, followed, autoGroup).named.map(({ name }) => `${view}/${name}`),
    )
    const options = { view, source, openFolders, autoGroup, hideRead: false, order }
    return { source, rows: buildTree(followed, options) }
  },
)

/** The subscription that has unread entries after the current location; null: no other has any. */
export const $nextUnread = $unreadSources.map(({ rows, source }) => unreadNeighbour(rows, source, 1) ?? null)

/**
 * The n-th subscription with unread entries from a location on; wraps around at the end.
 * @returns undefined: no other has any
 */
export function unreadNeighbour(
  rows: readonly TreeRow[],
  source: LocationSource,
  by: number,
): TreeRow | undefined {
  const isSubscription = ({ kind }: TreeRow) => kind === 'feed' || kind === 'list' || kind === 'inbox'
  const at = rows.findIndex(({ id }) => id === sourceKey(source))
  // The rows from the current one on, once around.
  const around = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  const unread = around.filter((row) => isSubscription(row) && row.unread > 0)
  if (unread.length === 0) return undefined
  return unread.at(by > 0 ? (by - 1) % unread.length : by % unread.length)
}
