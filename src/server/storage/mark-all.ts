/**
 * Whole places marked read, and taken back by the name of the mark: all of it or nothing.
 * PostgreSQL does it in one statement, which harms no reader. SQLite works where everybody is answered, so there the one
 * transaction is done in pieces, and between them others get their turn to read.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Storage } from './open.ts'
import type { Schema } from './schema.ts'
import { feedsIn, inScope, type Scope } from './timeline.ts'

/** Feed id → number of entries; the entries of an inbox stand under its handle. */
export type Counts = Record<string, number>

/** Bounds of a mark-all, ms since 1970: start and end on publishedAt, both inclusive; arrival strictly before. */
export type MarkBounds = { readonly start?: number; readonly end?: number; readonly insertedBefore?: number }

type Condition = RawBuilder<unknown>
type Mark = { readonly userId: string; readonly readAt: number; readonly batch: string | null }

export const toCounts = (rows: readonly { feedId: string; count: number }[]): Counts =>
  Object.fromEntries(rows.map(({ feedId, count }) => [feedId, Number(count)]))

/** Marks a whole place read. @returns the newly marked entries per feed */
export function markAllRead(
  { db, kind }: Storage,
  scope: Scope,
  bounds: MarkBounds,
  mark: { readAt: number; batch: string },
): Promise<Counts> {
  const marks = { userId: scope.userId, ...mark }
  const place = sql.join([inScope(kind, scope), ...arrivedBefore(bounds)], sql` and `)
  if (kind === 'postgres')
    return countedAtOnce(db, insertMarks(marks, sql`${place} and ${publishedIn(bounds)}`))
  return db.transaction().execute((trx) =>
    countedBetween(trx, scope.userId, async () => {
      const turn = turns()
      for await (const stretch of stretchesOf({ db: trx, kind }, scope, bounds)) {
        await insertMarks(marks, sql`${place} and ${publishedIn(stretch)}`).execute(trx)
        await turn()
      }
    }),
  )
}

/** Takes one mark-all back. @returns the entries that are unread again, per feed */
export function unmarkBatch({ db, kind }: Storage, userId: string, batch: string): Promise<Counts> {
  const ofBatch = sql`"userId" = ${userId} and batch = ${batch}`
  if (kind === 'postgres')
    return countedAtOnce(
      db,
      sql`delete from reads using held where reads."userId" = ${userId} and reads."entryId" = held."entryId"`,
      sql`held as materialized (${inTurn(ofBatch)}),`,
    )
  const some = sql`delete from reads where rowid in (select rowid from reads where ${ofBatch} limit ${PIECE})`
  return db.transaction().execute((trx) =>
    countedBetween(trx, userId, async () => {
      const turn = turns()
      while ((await some.execute(trx)).numAffectedRows) await turn()
    }),
  )
}

/**
 * Marks the unread ones of the entries `e` that a condition means, in the order in which they arrived: the indexes are
 * then written from one end to the other. The casts tell PostgreSQL what a parameter in a select list is.
 */
export const insertMarks = (mark: Mark, where: Condition): RawBuilder<unknown> =>
  sql`insert into reads ("userId", "entryId", "readAt", "batch", "feedId")
    select cast(${mark.userId} as text), e.id, cast(${mark.readAt} as bigint), cast(${mark.batch} as text), e."feedId"
    from entries as e where ${where}
      and not exists (select 1 from reads as r where r."userId" = ${mark.userId} and r."entryId" = e.id)
    order by e.id on conflict do nothing`

/**
 * The entries of marks on PostgreSQL, each held for who takes it away. Always in this order, as where entries go
 * (migration 0017): of two who took the same ones in different orders, each would wait for the other.
 */
export const inTurn = (marks: Condition): RawBuilder<{ entryId: string }> =>
  sql`select "entryId" from reads where ${marks} order by "entryId" for update`

const arrivedBefore = ({ insertedBefore }: MarkBounds): Condition[] =>
  insertedBefore === undefined ? [] : [sql`e."insertedAt" < ${insertedBefore}`]

/** ms between two turns of others: more of them would take longer than the marks themselves where many read. */
const TURN_MS = 20
/** @returns gives the others a turn when it is time for one */
function turns(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < TURN_MS) return
    await breathe()
    last = performance.now()
  }
}

/** Beyond all times, ms. */
const EVER = Number.MAX_SAFE_INTEGER
type Stretch = Pick<MarkBounds, 'start' | 'end'>

/** Always with both ends, and each once: of two beginnings SQLite would go by the one that is written first. */
const publishedIn = ({ start = -EVER, end = EVER }: Stretch): Condition =>
  sql`e."publishedAt" >= ${start} and e."publishedAt" <= ${end}`

/** Marks from before they knew it have to ask their entry. */
const FEED = sql`coalesce(reads."feedId", (select e."feedId" from entries as e where e.id = reads."entryId"))`

/** @param change a statement on `reads` whose rows are counted as they are written or taken; `before` it, what it needs */
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

/** What a person has read of each feed is counted by the database: in a transaction only we change it. */
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

/** Entries of the library that one piece may look at: some ms of work. */
const PIECE = 3000

/**
 * Stretches of time, the latest first, of which each holds few entries; those of one moment stay together. A small place
 * is one stretch. By time, not by feed, as the indexes of marks are in the order of arrival.
 */
async function* stretchesOf(
  { db, kind }: Pick<Storage, 'db' | 'kind'>,
  scope: Scope,
  { start = -EVER, end = EVER }: Stretch,
): AsyncGenerator<Stretch> {
  // Stars are few.
  const small = scope.kind === 'starred' || (await sizeOf({ db, kind }, scope)) <= PIECE
  for (let last = end; ;) {
    const next = small ? undefined : await entryBelow(db, { start, end: last })
    yield { start: next ?? start, end: last }
    if (next === undefined) return
    last = next - 1
  }
}

/** When the entry was published that comes {@link PIECE} entries before the end of a stretch, if it has so many. */
async function entryBelow(db: Kysely<Schema>, stretch: Stretch): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`select e."publishedAt" as at
    from entries as e indexed by "entriesPublished" where ${publishedIn(stretch)}
    order by e."publishedAt" desc limit 1 offset ${PIECE}`.execute(db)
  return rows[0]?.at
}

/** At least as many entries as the feeds of a scope have. */
async function sizeOf(
  { db, kind }: Pick<Storage, 'db' | 'kind'>,
  scope: Exclude<Scope, { kind: 'starred' }>,
): Promise<number> {
  const { rows } = await sql<{ size: number | null }>`select sum(c.entries) as size from "feedCounts" as c
    where c."feedId" in (${feedsIn(kind, scope)})`.execute(db)
  return rows[0]?.size ?? 0
}
