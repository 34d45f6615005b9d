/** Queries of feeds: rows, and their visibility. Feed modules write them. */
import { sql, type RawBuilder } from 'kysely'
import { findFeed } from '../../feeds/store/find-feed.ts'
import { requestedForOther } from './feed-requests.ts'
import { idList } from '../engine/id-list.ts'
import { hasPreservedOf } from '../entries/preserved-entries.ts'
import { contains } from '../engine/like.ts'
import type { Storage } from '../open.ts'
import { prepared } from '../engine/prepared.ts'
import { selectFeeds } from './feed-schedule.ts'
import { everPrivate } from './private-feeds.ts'
import { fetchesIn, HISTORY } from './unchanged-fetches.ts'
import type { FeedFetchRow, FeedRow, UserRow } from '../schema.ts'

/**
 * True of a feed that a user may look up by id: a publicly known one, or one of their own by a subscription, a
 * list they follow, or an entry that they preserve. A feed is publicly known if it was never followed privately, or if some
 * user follows it publicly now: a private subscription hides that user's interest, not other users' subscriptions. Lists
 * make a feed known to their followers only. The feed of an inbox, and one that is requested for one user, are visible
 * to that user alone. All entry points use this rule.
 * @param feedId a column or a value @param userId null without a session
 */
export function visibleFeed(feedId: RawBuilder<string>, userId: string | null): RawBuilder<boolean> {
  const me = userId ?? ''
  return sql<boolean>`(
    not exists (select 1 from feeds vf where vf.id = ${feedId} and vf."inboxUserId" <> ${me})
    and not ${requestedForOther(feedId, me)}
    and (not ${everPrivate(feedId)}
    or exists (select 1 from subscriptions v where v."feedId" = ${feedId} and (v."isPrivate" = 0 or v."userId" = ${me}))
    or exists (select 1 from "listSubscriptions" vs join "listFeeds" vl on vl."listId" = vs."listId"
      where vs."userId" = ${me} and vl."feedId" = ${feedId})
    or ${hasPreservedOf(feedId, me)}))`
}

/** The feed of an id, if this user may see it; never the feed of an inbox, which has calls of its own. */
export function visibleFeedById(
  { db }: Storage,
  userId: string | null,
  feedId: string,
): Promise<FeedRow | undefined> {
  return selectFeeds(db)
    .where('id', '=', feedId)
    .where('inboxUserId', 'is', null)
    .where(visibleFeed(sql<string>`feeds.id`, userId))
    .executeTakeFirst()
}

/** As {@link visibleFeedById}, for many. */
export async function visibleFeedIds(
  { db, kind }: Storage,
  userId: string | null,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('id', 'in', idList(kind, ids))
    .where('inboxUserId', 'is', null)
    .where(visibleFeed(sql<string>`feeds.id`, userId))
    .modifyEnd(prepared)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The stored feeds of some addresses, by address: past addresses included, and merged feeds resolved to their
 * target.
 */
export async function feedIdsByUrl(storage: Storage, urls: readonly string[]): Promise<Map<string, string>> {
  const { db, kind } = storage
  const direct = await db
    .selectFrom('feeds')
    .select(['url', 'id', 'migrateTo'])
    .where('url', 'in', idList(kind, urls))
    .execute()
  const moved = await db
    .selectFrom('feedAliases')
    .innerJoin('feeds', 'feeds.id', 'feedAliases.feedId')
    .select(['feedAliases.url', 'feeds.id', 'feeds.migrateTo'])
    .where('feedAliases.url', 'in', idList(kind, urls))
    .execute()
  const rowsByUrl = new Map([...moved, ...direct].map((row) => [row.url, row]))
  // Merged feeds are rare, so one query each is acceptable.
  for (const [url, { migrateTo }] of rowsByUrl) {
    const joined = migrateTo === null ? null : await findFeed(db, url)
    if (joined) rowsByUrl.set(url, { url, id: joined.id, migrateTo: null })
  }
  return new Map([...rowsByUrl].map(([url, { id }]) => [url, id]))
}

/** Rows of some feeds, by id. */
export async function feedsById(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<Map<string, FeedRow>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFeeds(db).where('id', 'in', idList(kind, ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The columns of a feed that each of its entries shows. */
export type FeedSummaryRow = Pick<
  FeedRow,
  | 'id'
  | 'url'
  | 'title'
  | 'description'
  | 'image'
  | 'siteUrl'
  | 'errorMessage'
  | 'errorAt'
  | 'ownerUserId'
  | 'inboxUserId'
>

/** The owners of some feeds, by id. */
export function ownersOf(storage: Storage, feeds: Iterable<FeedSummaryRow>): Promise<Map<string, UserRow>> {
  return usersById(
    storage,
    [...feeds].flatMap(({ ownerUserId }) => ownerUserId ?? []),
  )
}

/** User rows, by id. */
export async function usersById(
  { db, kind }: Storage,
  some: readonly string[],
): Promise<Map<string, UserRow>> {
  const ids = [...new Set(some)]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('user').selectAll().where('id', 'in', idList(kind, ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The last fetches of some feeds: at most {@link HISTORY} of each, the newest first. */
export async function lastFetches(
  { db, kind }: Storage,
  feeds: readonly Pick<FeedRow, 'id' | 'quietFetches'>[],
): Promise<FeedFetchRow[]> {
  const ids = feeds.map(({ id }) => id)
  const rows = await db
    .selectFrom('feedFetches')
    .selectAll()
    .where('feedId', 'in', idList(kind, ids))
    .execute()
  const byFeed = Map.groupBy(rows, ({ feedId }) => feedId)
  return feeds.flatMap(({ id, quietFetches }) =>
    [...(byFeed.get(id) ?? []), ...fetchesIn(id, quietFetches)]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, HISTORY),
  )
}

/**
 * Feeds whose title, description or address contains a keyword, the most followed first; never other users'
 * private ones.
 */
export function searchFeeds(
  { db }: Storage,
  userId: string,
  keyword: string,
  limit: number,
): Promise<FeedRow[]> {
  return selectFeeds(db)
    .where(contains(['feeds.title', 'feeds.description', 'feeds.url'], keyword))
    .where('inboxUserId', 'is', null)
    .where(visibleFeed(sql<string>`feeds.id`, userId))
    .orderBy(sql`(select count(*) from subscriptions n where n."feedId" = feeds.id)`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The feeds that a user has claimed, oldest first. */
export const feedsOwnedBy = ({ db }: Storage, userId: string): Promise<FeedRow[]> =>
  selectFeeds(db).where('ownerUserId', '=', userId).orderBy('createdAt').orderBy('id').execute()
