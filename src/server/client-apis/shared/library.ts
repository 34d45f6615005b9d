/** The subscriptions of a user for the client protocols: feeds in folders, of all views, with lists as folders; inboxes are feeds. */
import { isWithin } from '../../access/limit.ts'
import type { Caller } from '../../http/routes.ts'
import { addressOfFeed } from '../../storage/feeds/feed-requests.ts'
import { feedsById } from '../../storage/feeds/feeds-read.ts'
import { inboxesOf } from '../../storage/lists/inboxes.ts'
import { listSubscriptionsOf } from '../../storage/lists/list-subscriptions.ts'
import { listFeedIds, listsById } from '../../storage/lists/lists.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'
import { subscriptionsOf } from '../../storage/lists/subscriptions.ts'
import type { TimelineScope } from '../../storage/timeline/timeline.ts'

export type SubscribedFeeds = {
  readonly feed: FeedRow
  /** The user's title, else the feed's, else its URL. */
  readonly title: string
  /** The folder chosen by the user. */
  readonly folder: string | null
  /** Its folder and each subscribed list that contains it. */
  readonly labels: readonly string[]
  /** False for an inbox and a feed of a list only: it can be read and marked, not edited or unsubscribed. */
  readonly own: boolean
  readonly isInbox: boolean
  /** The key of its count of unread entries: the feed's id, or the handle of the inbox. */
  readonly countKey: string
}
/** A subscribed list with the name chosen by the user. */
export type FollowedList = {
  readonly id: string
  readonly view: number
  readonly name: string
  readonly feedIds: readonly string[]
}

/** In order of subscription; then feeds of lists only, then inboxes. A limited app password sees its feeds in their folders. */
export async function followedBy(
  storage: Storage,
  user: Pick<Caller, 'id' | 'access'>,
): Promise<SubscribedFeeds[]> {
  const all = await followedByUser(storage, user.id)
  const limit = user.access?.limit
  if (!limit) return all
  return all.flatMap((one) =>
    one.own && isWithin(limit, one.feed.id, one.folder)
      ? { ...one, labels: one.folder === null ? [] : [one.folder] }
      : [],
  )
}

async function followedByUser(storage: Storage, userId: string): Promise<SubscribedFeeds[]> {
  const rows = await subscriptionsOf(storage, userId)
  const lists = await listsOf(storage, userId)
  const own = new Map(rows.map((row) => [row.feedId, row]))
  const byList = lists.flatMap(({ feedIds }) => feedIds)
  const ids = [...new Set([...own.keys(), ...byList])]
  const feeds = await feedsById(storage, ids)
  const subscribed = ids.flatMap((feedId): SubscribedFeeds[] => {
    const row = feeds.get(feedId)
    if (!row) return []
    const feed = { ...row, url: addressOfFeed(row.url) }
    const { title = null, category: folder = null } = own.get(feedId) ?? {}
    const labels = [folder, ...lists.map((list) => (list.feedIds.includes(feedId) ? list.name : null))]
    return [
      {
        feed,
        title: title ?? feed.title ?? feed.url,
        folder,
        labels: [...new Set(labels)].filter((label) => label !== null),
        own: own.has(feedId),
        isInbox: false,
        countKey: feedId,
      },
    ]
  })
  return [...subscribed, ...(await inboxFeedsOf(storage, userId))]
}

async function inboxFeedsOf(storage: Storage, userId: string): Promise<SubscribedFeeds[]> {
  const inboxes = await inboxesOf(storage, userId)
  const feeds = await feedsById(
    storage,
    inboxes.map(({ feedId }) => feedId),
  )
  return inboxes.flatMap(({ feedId, handle, title }) => {
    const feed = feeds.get(feedId)
    if (!feed) return []
    // The stored address of the feed is a secret.
    const shown = { ...feed, url: `inbox:${handle}` }
    return [
      {
        feed: shown,
        title: title || handle,
        folder: null,
        labels: [],
        own: false,
        isInbox: true,
        countKey: handle,
      },
    ]
  })
}

/** The subscribed lists of a user in order of subscription. */
export async function listsOf(storage: Storage, userId: string): Promise<FollowedList[]> {
  const rows = await listSubscriptionsOf(storage, userId)
  const ids = rows.map(({ listId }) => listId)
  const [lists, feedIds] = [await listsById(storage, ids), await listFeedIds(storage, ids)]
  return rows.flatMap(({ listId, view, title }) => {
    const list = lists.get(listId)
    return list ? [{ id: listId, view, name: title ?? list.title, feedIds: feedIds.get(listId) ?? [] }] : []
  })
}

/** Entries of some subscribed feeds. The feeds are listed explicitly, so that feeds hidden from timelines are included. */
export const scopeOfFeeds = (userId: string, feedIds: readonly string[]): TimelineScope => ({
  kind: 'followed',
  userId,
  feedIds,
  inboxes: true,
})

/** The folders and lists in alphabetical order, without empty ones. */
export const labelsOf = (followed: readonly SubscribedFeeds[]): string[] =>
  [...new Set(followed.flatMap(({ labels }) => labels))].toSorted()

/** The feeds of a folder or list. */
export const labelled = (followed: readonly SubscribedFeeds[], label: string): SubscribedFeeds[] =>
  followed.filter(({ labels }) => labels.includes(label))

/** @param label of a folder or list, null for all */
export const feedIdsIn = (followed: readonly SubscribedFeeds[], label: string | null): string[] =>
  (label === null ? followed : labelled(followed, label)).map(({ feed }) => feed.id)
