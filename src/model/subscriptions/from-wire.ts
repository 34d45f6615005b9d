import type { Subscription } from '../../contract/subscriptions.ts'
import type { Inbox, List } from '../../contract/shapes.ts'
import type { View } from '../../contract/views.ts'
import type { LocalFeed, LocalSubscription, SubscriptionSet } from '../../local/calls.ts'

/** Whether the item has a feed, list or inbox (spec 5). */
export const isValidSubscription = (item: Subscription): boolean =>
  ('lists' in item && Boolean(item.listId)) ||
  ('inboxes' in item && Boolean(item.inboxId)) ||
  ('feeds' in item && Boolean(item.feedId))

/** The server's subscriptions as rows of follow.db. A list without an owner is omitted (spec 3). */
export function fromWire(items: readonly Subscription[]): SubscriptionSet {
  const subscriptions: LocalSubscription[] = []
  const feeds: LocalFeed[] = []
  const lists: List[] = []
  const inboxes: Inbox[] = []
  for (const item of items) {
    if ('lists' in item) {
      if (!item.lists.owner) continue
      lists.push(item.lists)
      subscriptions.push(common(item, 'list', item.listId))
    } else if ('inboxes' in item) {
      inboxes.push(item.inboxes)
      subscriptions.push(common(item, 'inbox', item.inboxId))
    } else {
      feeds.push({ ...item.feeds, id: item.feedId })
      subscriptions.push(common(item, 'feed', item.feedId))
    }
  }
  return { subscriptions, feeds, lists, inboxes }
}

function common(item: Subscription, type: LocalSubscription['type'], id: string): LocalSubscription {
  return {
    id: `${type}/${id}`,
    type,
    feedId: type === 'feed' ? id : null,
    listId: type === 'list' ? id : null,
    inboxId: type === 'inbox' ? id : null,
    userId: item.userId,
    view: item.view as View,
    isPrivate: item.isPrivate,
    hideFromTimeline: item.hideFromTimeline ?? false,
    title: item.title,
    category: item.category ?? null,
    createdAt: Date.parse(item.createdAt),
  }
}
