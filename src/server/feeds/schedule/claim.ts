/** Leases due feeds to this process, so that no other process fetches them. */
import { sql } from 'kysely'
import { isFollowed } from '../../storage/feeds/feeds-read.ts'
import { idList } from '../../storage/engine/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'

/** Much longer than a fetch with all its redirects; after a crash the feed is due again after this time. */
export const LEASE_MS = 5 * 60_000

/** A feed fetched within this time is not fetched again on request of a user. */
const RECENT_MS = 60_000

/**
 * A feed to be fetched. `hasHub` is 0 when no hub is stored for it; absent when not queried. `byReader`: on request of a user,
 * not because it is due.
 */
export type Due = FeedRow & { readonly hasHub?: number; readonly byReader?: true }

const hasHub = sql<number>`(case when exists (select 1 from hubs where hubs."feedId" = feeds.id) then 1 else 0 end)`

/** @returns at most `limit` due feeds with a follower, each leased to the caller */
export async function claimDue(storage: Storage, now: number, limit: number): Promise<Due[]> {
  const { db, kind } = storage
  // As the index feedsDue has it: those that others have leased are not among the first of it. Its conditions are literals
  // here, without which SQLite does not use it.
  const dueAt = sql<number>`${sql.raw(kind === 'postgres' ? 'greatest' : 'max')}("nextFetchAt", lease)`
  const due = db
    .selectFrom('feeds')
    .select('feeds.id')
    .where(sql<boolean>`followed = 1 and gone = 0`)
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .limit(limit)
  // Most checks find nothing: a read first avoids waiting for the write lock.
  const first = await due.limit(1).executeTakeFirst()
  if (!first) return []
  const rows = await db
    .updateTable('feeds')
    .set({ lease: now + LEASE_MS })
    .where('id', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .returning([hasHub.as('hasHub'), isFollowed(sql`feeds.id`).as('hasFollower')])
    .execute()
  const lost = rows.filter(({ hasFollower }) => !hasFollower).map(({ id }) => id)
  if (lost.length > 0) await unschedule(storage, lost)
  return rows.flatMap(({ hasFollower, ...feed }) => (hasFollower ? [feed] : []))
}

/**
 * On PostgreSQL a feed can lose its last follower while another transaction has it locked: then it stays scheduled until it
 * is claimed (migrations/server/0068-followed-feeds.ts).
 */
async function unschedule({ db, kind }: Storage, ids: readonly string[]): Promise<void> {
  if (kind === 'postgres') await sql`select "unscheduleFeeds"(${ids}::text[])`.execute(db)
}

/** Whether a feed that is not being fetched may be fetched on request of a user. */
export const mayFetchOnDemand = (
  { gone, checkedAt, waitUntil }: Pick<FeedRow, 'gone' | 'checkedAt' | 'waitUntil'>,
  now: number,
): boolean => gone === 0 && (checkedAt ?? -Infinity) <= now - RECENT_MS && (waitUntil ?? 0) <= now

/** Leases to the caller those feeds that may be fetched on request of a user ({@link mayFetchOnDemand}). */
export async function claimOnDemand(
  { db, kind }: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<Due[]> {
  if (feedIds.length === 0) return []
  const rows = await db
    .updateTable('feeds')
    .set({ lease: now + LEASE_MS })
    .where('id', 'in', idList(kind, feedIds))
    .where('inboxUserId', 'is', null)
    .where('lease', '<=', now)
    .where('gone', '=', 0)
    .where((row) => row.or([row('checkedAt', 'is', null), row('checkedAt', '<=', now - RECENT_MS)]))
    .where((row) => row.or([row('waitUntil', 'is', null), row('waitUntil', '<=', now)]))
    .returningAll()
    .returning(hasHub.as('hasHub'))
    .execute()
  return rows.map((row) => ({ ...row, byReader: true }))
}

/** Extends the lease of feeds that are still being fetched. */
export async function renewLease(
  { db, kind }: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<void> {
  if (feedIds.length === 0) return
  const query = db.updateTable('feeds').set({ lease: now + LEASE_MS })
  await query.where('id', 'in', idList(kind, feedIds)).where('lease', '>', 0).execute()
}

/** At the start on SQLite, which has a single process: releases the leases of a crashed one. */
export async function releaseAll({ db, kind }: Storage): Promise<void> {
  if (kind === 'sqlite') await db.updateTable('feeds').set({ lease: 0 }).where('lease', '>', 0).execute()
}

/** Releases feeds that were claimed and not fetched. */
export async function release({ db }: Storage, feedIds: readonly string[]): Promise<void> {
  if (feedIds.length > 0) await db.updateTable('feeds').set({ lease: 0 }).where('id', 'in', feedIds).execute()
}
