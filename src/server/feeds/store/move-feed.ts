/** A permanently moved feed keeps its id; one that moved onto another is merged into it. */
import { sql, type Kysely } from 'kysely'
import type { FeedRow, Schema } from '../../storage/schema.ts'
import { changeSchedule } from '../../storage/feeds/feed-schedule.ts'
import { findFeed } from './find-feed.ts'
import type { Storage } from '../../storage/open.ts'
import { finish, type Finished } from './finish.ts'

/**
 * Must run inside a transaction.
 * @returns the feed that the new address belongs to: the same one, or the existing one
 */
export async function moveFeed(db: Kysely<Schema>, feed: FeedRow, url: string): Promise<FeedRow> {
  const other = await findFeed(db, url)
  if (other && other.id !== feed.id) {
    await merge(db, feed.id, other.id)
    return other
  }
  await db
    .insertInto('feedAliases')
    .values({ url: feed.url, feedId: feed.id })
    .onConflict((on) => on.column('url').doUpdateSet({ feedId: feed.id }))
    .execute()
  await db.deleteFrom('feedAliases').where('url', '=', url).execute()
  await db.updateTable('feeds').set({ url }).where('id', '=', feed.id).execute()
  return { ...feed, url }
}

/**
 * Subscribers move with their read marks. Entries stay: stars on them are preserved, and a redirect cannot show
 * its own entries to the other feed's subscribers.
 */
async function merge(db: Kysely<Schema>, from: string, to: string): Promise<void> {
  await db.updateTable('feeds').set({ migrateTo: to }).where('id', '=', from).execute()
  const already = db.selectFrom('subscriptions').select('userId').where('feedId', '=', to)
  await db
    .updateTable('subscriptions')
    .set({ feedId: to })
    .where('feedId', '=', from)
    .where('userId', 'not in', already)
    .execute()
  await db.deleteFrom('subscriptions').where('feedId', '=', from).execute()
  for (const [name, column] of [
    ['listFeeds', 'listId'],
    ['sharedFolderFeeds', 'folderId'],
  ] as const) {
    const [table, owner] = [sql.table(name), sql.ref(column)]
    await sql`update ${table} set "feedId" = ${to} where "feedId" = ${from}
      and ${owner} not in (select ${owner} from ${table} where "feedId" = ${to})`.execute(db)
    await sql`delete from ${table} where "feedId" = ${from}`.execute(db)
  }
  await db
    .insertInto('reads')
    .columns(['userId', 'entryId', 'readAt', 'batch', 'feedId'])
    .expression(
      db
        .selectFrom('readCounts as who')
        .innerJoin('entries as old', 'old.feedId', 'who.feedId')
        .innerJoin('reads', (on) =>
          on.onRef('reads.userId', '=', 'who.userId').onRef('reads.entryId', '=', 'old.id'),
        )
        .innerJoin('entries as same', (on) =>
          // A site that moves often changes its entries' guids.
          on.on(({ and, eb, or, ref }) =>
            or([
              eb('same.guid', '=', ref('old.guid')),
              and([
                eb('same.title', '=', ref('old.title')),
                eb('same.publishedAt', '=', ref('old.publishedAt')),
              ]),
            ]),
          ),
        )
        .select(['reads.userId', 'same.id', 'reads.readAt', 'reads.batch', 'same.feedId'])
        .where('who.feedId', '=', from)
        .where('same.feedId', '=', to)
        // SQLite needs a `where` between a select and `on conflict`; there is one, and it must stay.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
    .execute()
  await changeSchedule(db, from, { gone: 1, lease: 0 })
}

/** Stores a permanent move without new entries. */
export function storeMove(
  { db, kind }: Storage,
  feed: FeedRow,
  url: string,
  finished: Finished,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const home = /^https?:/.test(feed.url) && url !== feed.url ? await moveFeed(trx, feed, url) : feed
    const joined = home.id !== feed.id
    const { checkedAt = feed.checkedAt } = finished.state
    await finish({ db: trx, kind }, [joined ? { ...finished, state: { checkedAt } } : finished])
  })
}
