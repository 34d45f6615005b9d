/** Takes due feeds for this process, so that no other fetches them meanwhile. */
import { sql } from 'kysely'
import { isFollowed } from '../../storage/feeds-read.ts'
import { idList } from '../../storage/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'

/** A fetch with all its hops takes far less; after a crash the feed is free again when this has passed. */
export const LEASE_MS = 5 * 60_000

/** A feed to be fetched. `hasHub` is 0 where nothing is kept about a hub of it; absent where nobody looked. */
export type Due = FeedRow & { readonly hasHub?: number }

const hasHub = sql<number>`(case when exists (select 1 from hubs where hubs."feedId" = feeds.id) then 1 else 0 end)`

/** @returns at most `limit` feeds that are due and that somebody follows, each leased to the caller */
export async function claimDue({ db, kind }: Storage, now: number, limit: number): Promise<Due[]> {
  const due = db
    .selectFrom('feeds')
    .select('feeds.id')
    .where('gone', '=', 0)
    .where('nextFetchAt', '<=', now)
    .where('lease', '<=', now)
    .where(isFollowed(sql`feeds.id`))
    .orderBy('nextFetchAt')
    .limit(limit)
  // Most looks find nothing: they write nothing, and wait for no writer.
  const any = await due.limit(1).executeTakeFirst()
  if (!any) return []
  return db
    .updateTable('feeds')
    .set({ lease: now + LEASE_MS })
    .where('id', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .returning(hasHub.as('hasHub'))
    .execute()
}

/** Keeps feeds that are still in hand. */
export async function renewLease(
  { db, kind }: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<void> {
  if (feedIds.length === 0) return
  const held = db.updateTable('feeds').set({ lease: now + LEASE_MS })
  await held.where('id', 'in', idList(kind, feedIds)).where('lease', '>', 0).execute()
}

/** At the start on SQLite, whose library has one process only: what a dead one held is free at once. */
export async function releaseAll({ db, kind }: Storage): Promise<void> {
  if (kind === 'sqlite') await db.updateTable('feeds').set({ lease: 0 }).where('lease', '>', 0).execute()
}

/** Puts feeds back that were claimed and not fetched. */
export async function release({ db }: Storage, feedIds: readonly string[]): Promise<void> {
  if (feedIds.length > 0) await db.updateTable('feeds').set({ lease: 0 }).where('id', 'in', feedIds).execute()
}
