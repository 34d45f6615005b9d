/** Feeds by address, past ones included. */
import type { Kysely } from 'kysely'
import { isRequestedForUser } from '../../storage/feeds/feed-requests.ts'
import { selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import type { FeedRow, Schema } from '../../storage/schema.ts'

/** The feed with this current or past address; for a merged one, the feed it was merged into. Never a user's own feed. */
export async function findFeed(db: Kysely<Schema>, url: string): Promise<FeedRow | null> {
  if (isRequestedForUser(url)) return null
  const direct = await selectFeeds(db).where('url', '=', url).executeTakeFirst()
  const feed =
    direct ??
    (await selectFeeds(db)
      .innerJoin('feedAliases', 'feedAliases.feedId', 'feeds.id')
      .where('feedAliases.url', '=', url)
      .executeTakeFirst())
  return feed ? surviving(db, feed) : null
}

async function surviving(db: Kysely<Schema>, feed: FeedRow): Promise<FeedRow> {
  let at = feed
  // Bounded: two feeds may redirect to each other.
  for (let hops = 0; hops < 8 && at.migrateTo; hops += 1) {
    const next = await selectFeeds(db).where('id', '=', at.migrateTo).executeTakeFirst()
    if (!next) break
    at = next
  }
  return at
}
