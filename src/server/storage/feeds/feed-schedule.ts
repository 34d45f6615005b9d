/**
 * The schedule of feeds: when each is fetched next, which process fetches it now (its lease), and what its last fetches found. Beside
 * it only the result of a fetch (feeds/store/finish.ts) and triggers, for `followed`, write `feedSchedule`. Who locks rows of both tables locks those of `feeds` first.
 */
import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { FeedRow, FeedScheduleRow, Schema } from '../schema.ts'

/** The columns of the schedule, without the id of the feed. */
const SCHEDULE_COLUMNS = [
  'nextFetchAt',
  'lease',
  'checkedAt',
  'waitUntil',
  'failures',
  'gone',
  'followed',
  'quietFetches',
] as const satisfies readonly (keyof FeedScheduleRow)[]

/** Feeds with their schedule: whole rows. */
export const selectFeeds = (db: Kysely<Schema>) =>
  db
    .selectFrom('feeds')
    .innerJoin('feedSchedule', 'feedSchedule.feedId', 'feeds.id')
    .selectAll('feeds')
    .select(SCHEDULE_COLUMNS)

const NEW = { failures: 0, gone: 0, lease: 0 } as const
type NewFeed = Insertable<Schema['feeds']> & Partial<FeedScheduleRow> & Pick<FeedScheduleRow, 'nextFetchAt'>

/**
 * Adds feeds with their schedule, except those whose addresses are taken. Must run inside a transaction.
 * @returns the ids of those that were added
 */
export async function addFeeds(db: Kysely<Schema>, feeds: readonly NewFeed[]): Promise<string[]> {
  if (feeds.length === 0) return []
  const added = await db
    .insertInto('feeds')
    .values(feeds.map(withoutSchedule))
    .onConflict((on) => on.column('url').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(added.map(({ id }) => id))
  const schedules = feeds
    .filter(({ id }) => ids.has(id))
    .map((feed) => ({ ...NEW, nextFetchAt: feed.nextFetchAt, ...scheduleOf(feed), feedId: feed.id }))
  if (schedules.length > 0) await db.insertInto('feedSchedule').values(schedules).execute()
  return [...ids]
}

const isOfSchedule = (name: string): boolean => (SCHEDULE_COLUMNS as readonly string[]).includes(name)

/** The part of a feed's columns that `feedSchedule` has. */
export const scheduleOf = <Row extends object>(row: Row): Partial<FeedScheduleRow> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isOfSchedule(name)))

/** The part of a feed's columns that `feeds` has. */
export const withoutSchedule = <Row extends object>(row: Row): Omit<Row, keyof FeedScheduleRow> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isOfSchedule(name))) as never

/** Much longer than a fetch with all its redirects; after a crash the feed is due again after this time. */
export const LEASE_MS = 5 * 60_000

/** A feed fetched within this time is not fetched again on request of a user. */
const RECENT_MS = 60_000

/**
 * A feed to be fetched. `hasHub` is 0 when no hub is stored for it; absent when not queried. `byReader`: on request of a user,
 * not because it is due.
 */
export type Due = FeedRow & { readonly hasHub?: number; readonly byReader?: true }

/** True of a feed with a follower, directly or by a list. */
export const isFollowed = (feedId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(coalesce((select 1 from subscriptions s where s."feedId" = ${feedId} limit 1),
    (select 1 from "listFeeds" lf join "listSubscriptions" ls on ls."listId" = lf."listId"
      where lf."feedId" = ${feedId} limit 1)) is not null)`

/** @returns at most `limit` due feeds with a follower, each leased to the caller */
export async function claimDue(storage: Storage, now: number, limit: number): Promise<Due[]> {
  const { db, kind } = storage
  // As the index feedScheduleDue has it: those that others have leased are not among the first of it. Its conditions are literals
  // here, without which SQLite does not use it.
  const dueAt = sql<number>`${sql.raw(kind === 'postgres' ? 'greatest' : 'max')}("nextFetchAt", lease)`
  const due = db
    .selectFrom('feedSchedule')
    .select('feedId')
    .where(sql<boolean>`followed = 1 and gone = 0`)
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .limit(limit)
  // Most checks find nothing: a read first avoids waiting for the write lock.
  const first = await due.limit(1).executeTakeFirst()
  if (!first) return []
  const leased = await db
    .updateTable('feedSchedule')
    .set({ lease: now + LEASE_MS })
    .where('feedId', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returning('feedId')
    .returning(isFollowed(sql`"feedSchedule"."feedId"`).as('hasFollower'))
    .execute()
  const lost = leased.filter(({ hasFollower }) => !hasFollower).map(({ feedId }) => feedId)
  if (lost.length > 0) await unschedule(storage, lost)
  return leasedFeeds(
    storage,
    leased.filter(({ hasFollower }) => hasFollower).map(({ feedId }) => feedId),
  )
}

/** The rows of feeds that are leased to the caller, so that no other process changes their schedule. */
function leasedFeeds({ db, kind }: Storage, ids: readonly string[]): Promise<Due[]> {
  return selectFeeds(db).select(hasHub.as('hasHub')).where('id', 'in', idList(kind, ids)).execute()
}

const hasHub = sql<number>`(case when exists (select 1 from hubs where hubs."feedId" = feeds.id) then 1 else 0 end)`

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

/** Leases to the caller those feeds that may be fetched on request of a user ({@link mayFetchOnDemand}); never one of an inbox. */
export async function claimOnDemand(
  storage: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<Due[]> {
  if (feedIds.length === 0) return []
  const { db, kind } = storage
  const rows = await db
    .updateTable('feedSchedule')
    .set({ lease: now + LEASE_MS })
    .where('feedId', 'in', (of) =>
      of
        .selectFrom('feeds')
        .select('id')
        .where('id', 'in', idList(kind, feedIds))
        .where('inboxUserId', 'is', null),
    )
    .where('lease', '<=', now)
    .where('gone', '=', 0)
    .where((row) => row.or([row('checkedAt', 'is', null), row('checkedAt', '<=', now - RECENT_MS)]))
    .where((row) => row.or([row('waitUntil', 'is', null), row('waitUntil', '<=', now)]))
    .returning('feedId')
    .execute()
  const due = await leasedFeeds(
    storage,
    rows.map(({ feedId }) => feedId),
  )
  return due.map((row) => ({ ...row, byReader: true }))
}

/** Extends the lease of feeds that are still being fetched. */
export async function renewLease(
  { db, kind }: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<void> {
  if (feedIds.length === 0) return
  const query = db.updateTable('feedSchedule').set({ lease: now + LEASE_MS })
  await query.where('feedId', 'in', idList(kind, feedIds)).where('lease', '>', 0).execute()
}

/** At the start on SQLite, which has a single process: releases the leases of a crashed one. */
export async function releaseAll({ db, kind }: Storage): Promise<void> {
  if (kind === 'sqlite')
    await db.updateTable('feedSchedule').set({ lease: 0 }).where('lease', '>', 0).execute()
}

/** Releases feeds that were claimed and not fetched. */
export async function release({ db }: Storage, feedIds: readonly string[]): Promise<void> {
  if (feedIds.length > 0)
    await db.updateTable('feedSchedule').set({ lease: 0 }).where('feedId', 'in', feedIds).execute()
}

/** Changes the schedule of one feed. */
export async function changeSchedule(
  db: Kysely<Schema>,
  feedId: string,
  values: Partial<Omit<FeedScheduleRow, 'feedId' | 'followed'>>,
): Promise<void> {
  await db.updateTable('feedSchedule').set(values).where('feedId', '=', feedId).execute()
}

type Interval = { readonly minutes: number; readonly feedIds: readonly string[]; readonly now: number }

/** Brings the next fetch of some feeds forward. Those that fail, or that declare their own fetch times, keep their schedule. */
export async function fetchEvery({ db, kind }: Storage, { minutes, feedIds, now }: Interval): Promise<void> {
  const wait = minutes * 60_000
  await db
    .updateTable('feedSchedule')
    .set((row) => ({ nextFetchAt: row('checkedAt', '+', wait) as never }))
    .where('feedId', 'in', (of) =>
      of
        .selectFrom('feeds')
        .select('id')
        .where('id', 'in', idList(kind, feedIds))
        .where('quietTimes', 'is', null)
        .where((is) => is.or([is('ttlMinutes', 'is', null), is('ttlMinutes', '<=', minutes)])),
    )
    .where('failures', '=', 0)
    .where('gone', '=', 0)
    .where((is) => is.or([is('waitUntil', 'is', null), is('waitUntil', '<=', now)]))
    .where((is) => is('nextFetchAt', '>', is('checkedAt', '+', wait)))
    .execute()
}
