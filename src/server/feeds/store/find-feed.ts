/** Feeds by address, past ones included. */
import type { Kysely } from 'kysely'
import { isRequestedForUser } from '../../storage/feeds/feed-requests.ts'
import type { FeedRow, Schema } from '../../storage/schema.ts'

/** The feed of an address that it has or had; of one that was merged into another, the other. Never one of a single user. */
export async function findFeed(db: Kysely<Schema>, url: string): Promise<FeedRow | null> {
  if (isRequestedForUser(url)) return null
  const direct = await db.selectFrom('feeds').selectAll().where('url', '=', url).executeTakeFirst()
  const feed =
    direct ??
    (await db
      .selectFrom('feeds')
      .innerJoin('feedAliases', 'feedAliases.feedId', 'feeds.id')
      .selectAll('feeds')
      .where('feedAliases.url', '=', url)
      .executeTakeFirst())
  return feed ? surviving(db, feed) : null
}

async function surviving(db: Kysely<Schema>, feed: FeedRow): Promise<FeedRow> {
  let at = feed
  // Bounded: two feeds that redirect to each other must not hold anybody up.
  for (let hops = 0; hops < 8 && at.migrateTo; hops += 1) {
    const next = await db.selectFrom('feeds').selectAll().where('id', '=', at.migrateTo).executeTakeFirst()
    if (!next) break
    at = next
  }
  return at
}
