/** Read marks: one row per user and read entry. Counts are always computed from rows. */
import { sql, type RawBuilder } from 'kysely'
import { visibleFeed } from '../feeds/feeds-read.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { prepared } from '../engine/prepared.ts'
import type { UserRow } from '../schema.ts'
import { insertMarks } from './insert-marks.ts'
import { inBatches, toCounts, type Counts } from './mark-all.ts'
import { followedFeeds } from '../timeline/timeline.ts'

/**
 * Unread entries of a user's subscriptions: per feed, directly or by a list, and per inbox; zero counts are
 * omitted.
 */
export async function unreadCounts(
  storage: Storage,
  userId: string,
  only: { view?: number; feedIds?: readonly string[] } = {},
): Promise<Counts> {
  const inboxes = only.feedIds === undefined && (only.view ?? 0) === 0
  const feeds = followedFeeds(storage.kind, userId, only)
  const followed = await unreadIn(
    storage,
    userId,
    sql`select n."feedId", n."feedId" as name from (${feeds}) as n`,
  )
  const own = sql`select i."feedId", i.handle as name from inboxes as i where i."userId" = ${userId}`
  return { ...followed, ...(inboxes ? await unreadIn(storage, userId, own) : {}) }
}

/**
 * All entries minus those that were read and those that a rule hides, from counts maintained by triggers: the cost
 * does not grow with the number of entries.
 * @param feeds a query with the columns `feedId` and `name`, the key of the count
 */
async function unreadIn({ db }: Storage, userId: string, feeds: RawBuilder<unknown>): Promise<Counts> {
  const { rows } = await sql<{ feedId: string; count: number }>`
    with held as (select e."feedId", count(*) as entries from "entryActions" as a join entries as e on e.id = a."entryId"
      where a."userId" = ${userId} and a.blocked = 1
        and not exists (select 1 from reads as r where r."userId" = ${userId} and r."entryId" = a."entryId")
      group by e."feedId")
    select n.name as "feedId", f.entries - coalesce(r.entries, 0) - coalesce(h.entries, 0) as count
    from (${feeds}) as n join "feedCounts" as f on f."feedId" = n."feedId"
    left join "readCounts" as r on r."userId" = ${userId} and r."feedId" = n."feedId"
    left join held as h on h."feedId" = n."feedId"
    where f.entries - coalesce(r.entries, 0) - coalesce(h.entries, 0) > 0 ${prepared}`.execute(db)
  return toCounts(rows)
}

/** All unread entries of a user. */
export async function totalUnread(storage: Storage, userId: string): Promise<number> {
  return Object.values(await unreadCounts(storage, userId)).reduce((sum, count) => sum + count, 0)
}

/** Marks entries read; unknown ids, hidden entries and those read already change nothing. */
export async function markRead(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
  readAt: number,
): Promise<void> {
  const where = sql`e.id in ${idList(kind, entryIds)} and ${visibleFeed(sql<string>`e."feedId"`, userId)}`
  await insertMarks({ userId, readAt, batch: null }, where).execute(db)
}

/** Those of some entries that a user has read. */
export async function readAmong(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('reads')
    .select('entryId')
    .where('userId', '=', userId)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()
  return rows.map(({ entryId }) => entryId)
}

/** What a user has read from one time until another, the latest first. `atOnce`: with all of a list. */
export async function historyOf(
  { db }: Storage,
  userId: string,
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
): Promise<{ entryId: string; feedId: string | null; readAt: number; atOnce: boolean }[]> {
  const rows = await db
    .selectFrom('reads')
    .select(['entryId', 'feedId', 'readAt', 'batch'])
    .where('userId', '=', userId)
    .where('readAt', '>=', from)
    .where('readAt', '<', until)
    .orderBy('readAt', 'desc')
    .orderBy('entryId')
    .limit(limit)
    .execute()
  return rows.map(({ batch, readAt, ...row }) => ({ ...row, readAt: Number(readAt), atOnce: batch !== null }))
}

/** Deletes read marks. */
export async function unmarkRead(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<void> {
  const marks = sql`"userId" = ${userId} and "entryId" in ${idList(kind, entryIds)}`
  const own = kind === 'postgres' ? sql`"userId" = ${userId} and "entryId" in (${inBatches(marks)})` : marks
  await sql`delete from reads where ${own}`.execute(db)
}

/** Who read an entry, latest first, and how many. Private followers of its feed are visible to themselves only. */
export async function readersOf(
  { db }: Storage,
  asking: string,
  entry: { id: string; feedId: string },
  page: { offset: number; limit: number },
): Promise<{ total: number; readers: Pick<UserRow, 'id' | 'name' | 'image' | 'handle'>[] }> {
  const visible = db
    .selectFrom('reads')
    .innerJoin('user', 'user.id', 'reads.userId')
    .where('reads.entryId', '=', entry.id)
    // Only users with access can have marks: SQLite's marks are indexed by user.
    .where('reads.userId', 'in', ({ selectFrom }) =>
      selectFrom('readCounts').select('userId').where('feedId', '=', entry.feedId),
    )
    .where((eb) =>
      eb.or([
        eb('reads.userId', '=', asking),
        sql<boolean>`not exists (select 1 from subscriptions as s where s."feedId" = ${entry.feedId}
          and s."userId" = reads."userId" and s."isPrivate" = 1)`,
      ]),
    )
  const { count } = await visible
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const readers = await visible
    .select(['user.id', 'user.name', 'user.image', 'user.handle'])
    .orderBy('reads.readAt', 'desc')
    .orderBy('user.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { total: Number(count), readers }
}
