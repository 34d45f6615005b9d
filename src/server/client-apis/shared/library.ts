/** What a person follows, as other readers are told: feeds in folders, whatever their view, lists being folders too. */
import { feedsById } from '../../storage/feeds-read.ts'
import { listSubscriptionsOf } from '../../storage/list-subscriptions.ts'
import { listFeedIds, listsById } from '../../storage/lists.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'
import { subscriptionsOf } from '../../storage/subscriptions.ts'
import type { TimelineScope } from '../../storage/timeline.ts'

export type SubscribedFeeds = {
  readonly feed: FeedRow
  /** The person's own title, else the feed's, else its address. */
  readonly title: string
  /** The folder that the person put it into. */
  readonly folder: string | null
  /** Where it stands: its folder, and each followed list that carries it. */
  readonly labels: readonly string[]
  /** False of a feed that comes by a list only: it can be read and marked, not edited or left. */
  readonly own: boolean
}
/** A followed list, with the name under which the person has it. */
export type FollowedList = {
  readonly id: string
  readonly view: number
  readonly name: string
  readonly feedIds: readonly string[]
}

/** In the order of following; what comes by lists only stands last. */
export async function followedBy(storage: Storage, userId: string): Promise<SubscribedFeeds[]> {
  const rows = await subscriptionsOf(storage, userId)
  const lists = await listsOf(storage, userId)
  const own = new Map(rows.map((row) => [row.feedId, row]))
  const byList = lists.flatMap(({ feedIds }) => feedIds)
  const ids = [...new Set([...own.keys(), ...byList])]
  const feeds = await feedsById(storage, ids)
  return ids.flatMap((feedId) => {
    const feed = feeds.get(feedId)
    if (!feed) return []
    const { title = null, category: folder = null } = own.get(feedId) ?? {}
    const labels = [folder, ...lists.map((list) => (list.feedIds.includes(feedId) ? list.name : null))]
    return [
      {
        feed,
        title: title ?? feed.title ?? feed.url,
        folder,
        labels: [...new Set(labels)].filter((label) => label !== null),
        own: own.has(feedId),
      },
    ]
  })
}

/** The lists that a person follows, in the order of following. */
export async function listsOf(storage: Storage, userId: string): Promise<FollowedList[]> {
  const rows = await listSubscriptionsOf(storage, userId)
  const ids = rows.map(({ listId }) => listId)
  const [lists, feedIds] = [await listsById(storage, ids), await listFeedIds(storage, ids)]
  return rows.flatMap(({ listId, view, title }) => {
    const list = lists.get(listId)
    return list ? [{ id: listId, view, name: title ?? list.title, feedIds: feedIds.get(listId) ?? [] }] : []
  })
}

/** Entries of some followed feeds. Named one by one, so that those kept out of timelines are there too. */
export const scopeOfFeeds = (userId: string, feedIds: readonly string[]): TimelineScope => ({
  kind: 'followed',
  userId,
  feedIds,
})

/** The folders and lists of a library, in the order of the alphabet; those without a feed are none. */
export const labelsOf = (followed: readonly SubscribedFeeds[]): string[] =>
  [...new Set(followed.flatMap(({ labels }) => labels))].toSorted()

/** @param label of a folder or list, null for all */
export const feedIdsIn = (followed: readonly SubscribedFeeds[], label: string | null): string[] =>
  followed.flatMap((one) => (label === null || one.labels.includes(label) ? [one.feed.id] : []))
