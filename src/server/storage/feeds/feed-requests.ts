/** Feeds that the server requests for one user, with that user's settings; other users do not see them. */
import { sql, type RawBuilder } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { removeAbandonedFeeds } from './private-feeds.ts'
import { addFeeds, changeSchedule, selectFeeds } from './feed-schedule.ts'
import type { FeedRequestRow, FeedRow } from '../schema.ts'

type Database = Pick<Storage, 'db'>
/** The settings of a row. */
export type FeedRequestSettings = Omit<FeedRequestRow, 'feedId' | 'userId' | 'address'>

/** True of a feed that is requested for another user. @param feedId a column or a value */
export const requestedForOther = (feedId: RawBuilder<string>, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "feedRequests" fr where fr."feedId" = ${feedId} and fr."userId" <> ${userId})`

const MARK = '#lectern-'

/** Feeds of one user have a mark after the address, which no other address has. */
export const isRequestedForUser = (url: string): boolean => url.includes(MARK)

/** The address that a feed of one user is stored under. @param id of the feed */
export const ownAddress = (address: string, id: string): string => `${address}${MARK}${id}`

/** The address of a feed as users know it. */
export const addressOfFeed = (url: string): string => url.split(MARK, 1)[0] ?? url

export function feedRequestOf({ db }: Database, feedId: string): Promise<FeedRequestRow | undefined> {
  return db.selectFrom('feedRequests').selectAll().where('feedId', '=', feedId).executeTakeFirst()
}

/** The user's own feed of an address; the newest, if a star preserved an unfollowed one. */
export function ownFeedOf({ db }: Database, userId: string, address: string): Promise<FeedRow | undefined> {
  return selectFeeds(db)
    .innerJoin('feedRequests', 'feedRequests.feedId', 'feeds.id')
    .where('feedRequests.userId', '=', userId)
    .where('feedRequests.address', '=', address)
    .orderBy('feeds.id', 'desc')
    .executeTakeFirst()
}

/** The user's own feeds of some addresses, by address. */
export async function ownFeedIdsByUrl(
  { db, kind }: Pick<Storage, 'db' | 'kind'>,
  userId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('feedRequests')
    .select(['address', 'feedId'])
    .where('userId', '=', userId)
    .where('address', 'in', idList(kind, addresses))
    .orderBy('feedId')
    .execute()
  return new Map(rows.map(({ address, feedId }) => [address, feedId]))
}

/** Those of some feeds that are requested for one user. */
export async function requestedForUsers(
  { db, kind }: Pick<Storage, 'db' | 'kind'>,
  feedIds: readonly string[],
): Promise<FeedRequestRow[]> {
  return db.selectFrom('feedRequests').selectAll().where('feedId', 'in', idList(kind, feedIds)).execute()
}

/** The next fetch is unconditional: the response depends on the settings. */
export async function changeFeedRequest(
  { db }: Database,
  feedId: string,
  settings: FeedRequestSettings,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('feedRequests').set(settings).where('feedId', '=', feedId).execute()
    const unknown = { etag: null, lastModified: null, bodyHash: null }
    await trx.updateTable('feeds').set(unknown).where('id', '=', feedId).execute()
    await changeSchedule(trx, feedId, { failures: 0, waitUntil: null })
  })
}

/** Fields of the public feed: at least its address. */
type SharedFeed = Pick<FeedRow, 'url'> & Partial<FeedRow>

/**
 * Creates a feed of the user's own, and moves the subscription to the public feed to it.
 * @param id of the new feed @param now ms
 */
export async function addFeedRequest(
  storage: Storage,
  feed: SharedFeed,
  { id, userId, now, settings }: { id: string; userId: string; now: number; settings: FeedRequestSettings },
): Promise<void> {
  await storage.db.transaction().execute(async (trx) => {
    const { title, description, image, siteUrl, language } = feed
    const own = { id, url: ownAddress(feed.url, id), title, description, image, siteUrl, language }
    const times = { createdAt: now, updatedAt: now, nextFetchAt: now }
    await addFeeds(trx, [{ ...own, ...times }])
    await trx
      .insertInto('feedRequests')
      .values({ feedId: id, userId, address: feed.url, ...settings })
      .execute()
    if (feed.id === undefined) return
    await trx
      .updateTable('subscriptions')
      .set({ feedId: id, isPrivate: 1, sharedFolderId: null })
      .where('userId', '=', userId)
      .where('feedId', '=', feed.id)
      .execute()
  })
  if (feed.id !== undefined) await removeAbandonedFeeds(storage, [feed.id])
}

/** Marks the entries of a feed that the user has read in another feed with the same documents. */
export async function copyReads({ db }: Database, userId: string, from: string, to: string): Promise<void> {
  await db
    .insertInto('reads')
    .columns(['userId', 'entryId', 'readAt', 'batch', 'feedId'])
    .expression(
      db
        .selectFrom('entries as old')
        .innerJoin('reads', (on) => on.on('reads.userId', '=', userId).onRef('reads.entryId', '=', 'old.id'))
        .innerJoin('entries as same', 'same.guid', 'old.guid')
        .select(['reads.userId', 'same.id', 'reads.readAt', 'reads.batch', 'same.feedId'])
        .where('old.feedId', '=', from)
        .where('same.feedId', '=', to)
        // SQLite needs a `where` between a select and `on conflict`.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
    .execute()
}
