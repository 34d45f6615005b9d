/**
 * Marks all entries of a scope read, and undoes it by the id of the mark: all or nothing. PostgreSQL does it in
 * one statement, which does not block readers. SQLite runs in the thread that serves all requests, so there the
 * one transaction is split into batches, between which other requests can read.
 */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { insertMarks, within, type Mark, type MarkBounds } from './insert-marks.ts'
import { markInBatches, BATCH_SIZE, acquireWriter, batches } from './mark-in-batches.ts'
import type { Storage } from '../open.ts'
import type { Schema } from '../schema.ts'
import { inScope, type TimelineScope } from '../timeline/timeline.ts'

/** Feed id → number of entries; the entries of an inbox are under its handle. */
export type Counts = Record<string, number>

type Condition = RawBuilder<unknown>

export const toCounts = (rows: readonly { feedId: string; count: number }[]): Counts =>
  Object.fromEntries(rows.map(({ feedId, count }) => [feedId, Number(count)]))

/** Marks all entries of a scope read. @returns the newly marked entries per feed */
export function markAllRead(
  { db, kind }: Storage,
  scope: TimelineScope,
  bounds: MarkBounds,
  mark: { readAt: number; batch: string },
): Promise<Counts> {
  const marks = { userId: scope.userId, ...mark }
  if (kind === 'postgres') return markAtOnce(db, marks, sql`${inScope(kind, scope)} and ${within(bounds)}`)
  return db.transaction().execute(async (trx) => {
    await acquireWriter(trx)
    return countedBetween(trx, scope.userId, () => markInBatches(trx, scope, bounds, marks))
  })
}

/** PostgreSQL: unique_violation. */
const UNIQUE_VIOLATION = '23505'

/**
 * Handling concurrent marks makes each mark a fifth slower, and they are very rare: on a conflict the
 * mark is retried with the handling.
 */
async function markAtOnce(db: Kysely<Schema>, mark: Mark, where: Condition): Promise<Counts> {
  const attempt = (conflict?: Condition) =>
    db.transaction().execute(async (trx) => {
      await byIndex.execute(trx)
      return countedAtOnce(trx, insertMarks(mark, where, conflict))
    })
  try {
    return await attempt(sql``)
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    return attempt()
  }
}

/**
 * For the rest of a transaction. Unread entries are found by index-only scans; but where many rows have changed
 * since the last vacuum of a table, PostgreSQL would prefer to scan all entries with their contents, which takes
 * twice as long, and more than that from disk. Compiling such a statement (JIT) takes longer than it saves.
 */
const byIndex = sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`

/** Undoes one mark-all. @returns the entries that are unread again, per feed */
export function unmarkBatch({ db, kind }: Storage, userId: string, batch: string): Promise<Counts> {
  const ofBatch = sql`"userId" = ${userId} and batch = ${batch}`
  if (kind === 'postgres')
    return countedAtOnce(
      db,
      sql`delete from reads using held where reads."userId" = ${userId} and reads."entryId" = held."entryId"`,
      sql`held as materialized (${inBatches(ofBatch)}),`,
    )
  const some = sql`delete from reads where rowid in (select rowid from reads where ${ofBatch} limit ${BATCH_SIZE})`
  return db.transaction().execute((trx) =>
    countedBetween(trx, userId, async () => {
      const yieldToOthers = batches()
      while ((await some.execute(trx)).numAffectedRows) await yieldToOthers()
    }),
  )
}

/**
 * The entries of marks on PostgreSQL, each locked by the deleting transaction. Always in this order, as where
 * entries are deleted (migration 0017): different orders could deadlock.
 */
export const inBatches = (marks: Condition): RawBuilder<{ entryId: string }> =>
  sql`select "entryId" from reads where ${marks} order by "entryId" for update`

/** Marks without a feed id (from before the column existed) look it up in their entry. */
const FEED = sql`coalesce(reads."feedId", (select e."feedId" from entries as e where e.id = reads."entryId"))`

/** @param change a statement on `reads` whose written or deleted rows are counted; `before`: statements that it needs */
async function countedAtOnce(db: Kysely<Schema>, change: Condition, before = sql``): Promise<Counts> {
  const { rows } = await sql<{
    feedId: string
    count: number
  }>`with ${before} changed as (${change} returning ${FEED} as "feedId"),
      counted as (select "feedId", count(*) as count from changed group by "feedId")
    select coalesce(i.handle, c."feedId") as "feedId", c.count from counted as c
    left join inboxes as i on i."feedId" = c."feedId"`.execute(db)
  return toCounts(rows)
}

/** Read counts per user and feed are maintained by triggers: within a transaction only its own writes change them. */
async function countedBetween(
  trx: Transaction<Schema>,
  userId: string,
  change: () => Promise<void>,
): Promise<Counts> {
  const read = () =>
    trx
      .selectFrom('readCounts')
      .leftJoin('inboxes', 'inboxes.feedId', 'readCounts.feedId')
      .select((eb) => [
        eb.fn.coalesce('inboxes.handle', 'readCounts.feedId').as('feedId'),
        'readCounts.entries as count',
      ])
      .where('readCounts.userId', '=', userId)
      .execute()
  const before = toCounts(await read())
  await change()
  const changes = (await read()).map(({ feedId, count }) => ({
    feedId,
    count: Math.abs(count - (before[feedId] ?? 0)),
  }))
  return toCounts(changes.filter(({ count }) => count > 0))
}
