/** Read marks: one row per person and entry that was read. Counts are always made from rows. */
import { sql, type RawBuilder } from 'kysely'
import type { Kysely } from 'kysely'
import { visibleFeed } from './feeds-read.ts'
import { idList } from './id-list.ts'
import type { Storage } from './open.ts'
import type { Schema, UserRow } from './schema.ts'
import { followedFeeds, inScope, type Scope } from './timeline.ts'

/** Feed id → number of entries. */
export type Counts = Record<string, number>

/** Bounds of a mark-all, ms since 1970: start and end on publishedAt, both inclusive; arrival strictly before. */
export type MarkBounds = { readonly start?: number; readonly end?: number; readonly insertedBefore?: number }

const toCounts = (rows: readonly { feedId: string; count: number }[]): Counts =>
  Object.fromEntries(rows.map(({ feedId, count }) => [feedId, Number(count)]))

/** Unread entries of what a person follows: per feed, alone or in a list, and per inbox; those without any are left out. */
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
 * All entries but those that were read and those that a rule holds back, from the figures that the database keeps: the
 * size of the library does not matter.
 * @param feeds a query with the columns `feedId` and `name`, under which the count is given
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
    where f.entries - coalesce(r.entries, 0) - coalesce(h.entries, 0) > 0`.execute(db)
  return toCounts(rows)
}

/** All unread entries of a person. */
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
  await insertMarks(db, { userId, readAt, batch: null }, where)
}

/** Takes read marks away. */
export async function unmarkRead(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('reads')
    .where('userId', '=', userId)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()
}

/** Marks a whole place read in one statement. @returns the newly marked entries per feed */
export function markAllRead(
  { db, kind }: Storage,
  scope: Scope,
  bounds: MarkBounds,
  mark: { readAt: number; batch: string },
): Promise<Counts> {
  const conditions = [inScope(kind, scope)]
  if (bounds.start !== undefined) conditions.push(sql`e."publishedAt" >= ${bounds.start}`)
  if (bounds.end !== undefined) conditions.push(sql`e."publishedAt" <= ${bounds.end}`)
  if (bounds.insertedBefore !== undefined) conditions.push(sql`e."insertedAt" < ${bounds.insertedBefore}`)
  return db.transaction().execute(async (trx) => {
    await insertMarks(trx, { userId: scope.userId, ...mark }, sql.join(conditions, sql` and `))
    return batchCounts(trx, scope.userId, mark.batch)
  })
}

/** Takes one mark-all back. @returns the entries that are unread again, per feed */
export function unmarkBatch({ db }: Storage, userId: string, batch: string): Promise<Counts> {
  return db.transaction().execute(async (trx) => {
    const counts = await batchCounts(trx, userId, batch)
    await trx.deleteFrom('reads').where('userId', '=', userId).where('batch', '=', batch).execute()
    return counts
  })
}

/** The casts tell PostgreSQL what a parameter in a select list is. */
async function insertMarks(
  db: Kysely<Schema>,
  mark: { userId: string; readAt: number; batch: string | null },
  where: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into reads ("userId", "entryId", "readAt", "batch")
    select cast(${mark.userId} as text), e.id, cast(${mark.readAt} as bigint), cast(${mark.batch} as text)
    from entries as e where ${where}
      and not exists (select 1 from reads as r where r."userId" = ${mark.userId} and r."entryId" = e.id)
    on conflict do nothing`.execute(db)
}

/** By feed id; entries of an inbox by its handle. */
async function batchCounts(db: Kysely<Schema>, userId: string, batch: string): Promise<Counts> {
  const rows = await db
    .selectFrom('reads')
    .innerJoin('entries', 'entries.id', 'reads.entryId')
    .leftJoin('inboxes', 'inboxes.feedId', 'entries.feedId')
    .select((eb) => [
      eb.fn.coalesce('inboxes.handle', 'entries.feedId').as('feedId'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('reads.userId', '=', userId)
    .where('reads.batch', '=', batch)
    .groupBy(['entries.feedId', 'inboxes.handle'])
    .execute()
  return toCounts(rows)
}

/** Who read an entry, latest first, and how many. People who follow its feed in private are seen by themselves only. */
export async function readersOf(
  { db }: Storage,
  asking: string,
  entry: { id: string; feedId: string },
  page: { offset: number; limit: number },
): Promise<{ total: number; readers: Pick<UserRow, 'id' | 'name' | 'image' | 'handle'>[] }> {
  const shown = db
    .selectFrom('reads')
    .innerJoin('user', 'user.id', 'reads.userId')
    .where('reads.entryId', '=', entry.id)
    .where((eb) =>
      eb.or([
        eb('reads.userId', '=', asking),
        sql<boolean>`not exists (select 1 from subscriptions as s where s."feedId" = ${entry.feedId}
          and s."userId" = reads."userId" and s."isPrivate" = 1)`,
      ]),
    )
  const { count } = await shown.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const readers = await shown
    .select(['user.id', 'user.name', 'user.image', 'user.handle'])
    .orderBy('reads.readAt', 'desc')
    .orderBy('user.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { total: Number(count), readers }
}
