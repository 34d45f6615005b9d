/** What a person follows, as other readers are told: feeds in folders, whatever their view. */
import { feedsById } from '../storage/feeds-read.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedRow } from '../storage/schema.ts'
import { subscriptionsOf } from '../storage/subscriptions.ts'
import type { Scope } from '../storage/timeline.ts'

export type Followed = {
  readonly feed: FeedRow
  /** The person's own title, else the feed's, else its address. */
  readonly title: string
  readonly folder: string | null
}

/** In the order of following. */
export async function followedBy(storage: Storage, userId: string): Promise<Followed[]> {
  const rows = await subscriptionsOf(storage, userId)
  const feeds = await feedsById(
    storage,
    rows.map(({ feedId }) => feedId),
  )
  return rows.flatMap(({ feedId, title, category }) => {
    const feed = feeds.get(feedId)
    return feed ? [{ feed, title: title ?? feed.title ?? feed.url, folder: category }] : []
  })
}

/** Entries of some followed feeds. Named one by one, so that those kept out of timelines are there too. */
export const scopeOfFeeds = (userId: string, feedIds: readonly string[]): Scope => ({
  kind: 'followed',
  userId,
  feedIds,
})

/** The folders of a library, in the order of the alphabet. */
export const foldersOf = (followed: readonly Followed[]): string[] =>
  [...new Set(followed.flatMap(({ folder }) => folder ?? []))].toSorted()

/** @param folder null for all */
export const feedIdsIn = (followed: readonly Followed[], folder: string | null): string[] =>
  followed.flatMap((one) => (folder === null || one.folder === folder ? [one.feed.id] : []))
