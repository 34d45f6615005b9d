/** Maps feed and user rows to the shapes of the contract. */
import { isFeedScheme } from '../../contract/feed-schemes.ts'
import type { Analytics, Feed, RawFeed } from '../../contract/shapes.ts'
import { addressOfFeed } from '../storage/feeds/feed-requests.ts'
import type { FeedStatistics } from '../storage/feeds/feed-statistics.ts'
import { ownersOf, type FeedSummaryRow } from '../storage/feeds/feeds-read.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedRow, SubscriptionRow, UserRow } from '../storage/schema.ts'
import { toPublicUser } from '../storage/accounts/users.ts'

/** @param ms since 1970 */
export const iso = (ms: number): string => new Date(Number(ms)).toISOString()
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** When a feed is fetched next; null for one that is gone, and for one that nobody follows. */
export const nextFetchOf = (feed: Pick<FeedRow, 'gone' | 'followed' | 'nextFetchAt'>): string | null =>
  feed.gone === 1 || feed.followed === 0 ? null : iso(feed.nextFetchAt)

/** @param owners users by id, for the feed's owner */
function toFeed(row: FeedSummaryRow, owners: ReadonlyMap<string, UserRow>): Feed {
  const owner = row.ownerUserId === null ? undefined : owners.get(row.ownerUserId)
  return {
    type: 'feed',
    id: row.id,
    url: addressOfFeed(row.url),
    title: row.title,
    description: row.description,
    image: row.image,
    siteUrl: row.siteUrl,
    errorMessage: row.errorMessage,
    errorAt: isoOrNull(row.errorAt),
    ownerUserId: row.ownerUserId,
    owner: owner ? toPublicUser(owner) : null,
    tipUsers: null,
  }
}

/** Many feeds at once, by id, with their owners in one query. */
export async function toFeeds(storage: Storage, rows: Iterable<FeedSummaryRow>): Promise<Map<string, Feed>> {
  const all = [...rows]
  const owners = await ownersOf(storage, all)
  return new Map(all.map((row) => [row.id, toFeed(row, owners)]))
}

/** The full stored feed, as in the response to a follow. */
export function toRawFeed(row: FeedRow): RawFeed {
  const [namespace, route] = schemeParts(row.url)
  return {
    id: row.id,
    url: addressOfFeed(row.url),
    title: row.title,
    description: row.description,
    siteUrl: row.siteUrl,
    image: row.image,
    errorMessage: row.errorMessage,
    ownerUserId: row.ownerUserId,
    language: row.language,
    migrateTo: row.migrateTo,
    rsshubRoute: route,
    rsshubNamespace: namespace,
    lastModifiedHeader: row.lastModified,
    etagHeader: row.etag,
    checkedAt: iso(row.checkedAt ?? row.createdAt),
    errorAt: isoOrNull(row.errorAt),
    ttl: row.ttlMinutes,
    nsfw: null,
  }
}

/** Of an address that a plugin reads: name://github/issue/a/b → ["github", "/issue/a/b"] */
function schemeParts(url: string): [string | null, string | null] {
  const [, scheme = '', namespace, route = '/'] = /^([a-z][a-z\d+.-]*):\/\/([^/]+)(\/.*)?$/.exec(url) ?? []
  return namespace !== undefined && isFeedScheme(scheme) ? [namespace, route] : [null, null]
}

export function toAnalytics(statistics: FeedStatistics): Analytics {
  return { ...statistics, latestEntryPublishedAt: isoOrNull(statistics.latestEntryPublishedAt) }
}

/** Fields common to all subscription responses. */
export function toSubscriptionCore(row: SubscriptionRow) {
  return {
    feedId: row.feedId,
    userId: row.userId,
    view: row.view,
    title: row.title,
    category: row.category,
    isPrivate: row.isPrivate === 1,
    hideFromTimeline: row.hideFromTimeline === 1,
    createdAt: iso(row.createdAt),
  }
}
