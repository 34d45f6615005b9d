/** Which entries are nearest to a vector: each is compared, by the database where it has an extension for that. */
import { sql } from 'kysely'
import type { VectorExtension } from '../../../src/plugin-api/server.ts'
import type { Db } from './stored.ts'
import { nearness, valuesOf } from './vectors.ts'

type Near = { readonly id: string; readonly nearness: number }
type Wanted = {
  readonly userId: string
  readonly space: string
  readonly vector: Uint8Array
  readonly limit: number
  /** The id of an entry that is not compared. */
  readonly except: string | null
}

/** Vectors that this process compares before its other work has a turn: SQLite runs in it, too. */
const COMPARED_AT_ONCE = 1000
const FILLED_AT_ONCE = 500

/** @param by the extension, null for none; for pgvector after {@link addNear} @returns the nearest first */
export async function nearest(db: Db, by: VectorExtension | null, wanted: Wanted): Promise<Near[]> {
  if (by === 'pgvector') return nearestInPostgres(db, wanted)
  const { userId, space, vector, limit, except } = wanted
  let found: Near[] = []
  let after = ''
  for (;;) {
    const some = db
      .selectFrom('meaningEntries')
      .select(['entryId', 'space'])
      .where('userId', '=', userId)
      .where('entryId', '>', after)
      .orderBy('entryId')
      .limit(COMPARED_AT_ONCE)
    // A vector of another space may have other dimensions, which cannot be compared.
    const compared = sql<number>`case when space = ${space} then
      1 - vec_distance_cosine(vec_int8(substr(vector, 5)), vec_int8(${valuesOf(vector)})) end`
    const rows =
      by === 'sqlite-vec'
        ? await some.select(compared.as('nearness')).execute()
        : (await some.select('vector').execute()).map((row) => ({
            ...row,
            nearness: row.space === space ? nearness(vector, row.vector) : 0,
          }))
    for (const row of rows)
      if (row.space === space && row.entryId !== except)
        found.push({ id: row.entryId, nearness: Math.min(1, row.nearness) })
    found = found.toSorted((a, b) => b.nearness - a.nearness).slice(0, limit)
    after = rows.at(-1)?.entryId ?? ''
    if (rows.length < COMPARED_AT_ONCE) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

/**
 * Adds the column that pgvector compares, which a trigger computes of each vector. No migration does it: the extension may be
 * installed later, and backups, which have no such column, are restored to databases without it.
 */
export async function addNear(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_attribute
    where attrelid = '"meaningEntries"'::regclass and attname = 'near' and not attisdropped`.execute(db)
  if (rows.length > 0) return
  await db.transaction().execute(async (trx) => {
    // Another process may do the same.
    await sql`lock table "meaningEntries" in access exclusive mode`.execute(trx)
    await sql`alter table "meaningEntries" add column if not exists near halfvec`.execute(trx)
    await sql`create or replace function "meaningNear"(stored bytea) returns halfvec
      language sql immutable strict parallel safe
      return array(select (get_byte(stored, at) # 128) - 128
        from generate_series(4, octet_length(stored) - 1) as at)::halfvec`.execute(trx)
    await sql`create or replace function "meaningSetNear"() returns trigger language plpgsql as
      $$begin new.near := "meaningNear"(new.vector); return new; end$$`.execute(trx)
    // It names the column, so that it goes with it where the extension is dropped.
    await sql`create or replace trigger "meaningNear" before insert or update of vector, near on "meaningEntries"
      for each row execute function "meaningSetNear"()`.execute(trx)
  })
}

/** Of vectors that were stored before {@link addNear}. A statement for all of them would lock them for minutes. */
export async function fillNear(db: Db, userId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`update "meaningEntries" set vector = vector
      where "userId" = ${userId} and "entryId" in (select "entryId" from "meaningEntries"
        where "userId" = ${userId} and near is null limit ${FILLED_AT_ONCE})`.execute(db)
    if (Number(numAffectedRows ?? 0) < FILLED_AT_ONCE) return
  }
}

async function nearestInPostgres(db: Db, { userId, space, vector, limit, except }: Wanted): Promise<Near[]> {
  await fillNear(db, userId)
  const { rows } = await sql<Near>`
    select "entryId" as id, 1 - (near <=> (select "meaningNear"(${vector}))) as nearness from "meaningEntries"
    where "userId" = ${userId} and space = ${space} and "entryId" <> ${except ?? ''}
    order by nearness desc, "entryId" limit ${limit}`.execute(db)
  return rows
}
