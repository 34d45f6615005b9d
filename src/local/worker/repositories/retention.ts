/** Bounds the size of the database: deletes the oldest entries, never one that is starred, labelled, highlighted, noted or has unsent changes. */
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { removed } from './entries.ts'

/** With files (client-db: nothing that a user does gets slower up to here), and in memory. */
export const MAX_ENTRIES = 200_000
export const MAX_ENTRIES_IN_MEMORY = 5000
const ROWS_A_STEP = 500
/** Sizes and colours of pictures: a few megabytes. */
const MAX_PICTURES = 20_000

/** Deletes the oldest beyond the cap, some at a time. Returns whether more are left to delete. */
export async function retentionStep(db: Db, retained: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from "entryStatus"`.execute(db)
  const over = (rows[0]?.count ?? 0) - retained
  if (over <= 0) return false
  const oldest = await sql<{ entryId: string }>`
    select "entryId" from "entryStatus" as "s"
    where "pendingRead" is null
      and not exists (select 1 from "collections" as "c" where "c"."entryId" = "s"."entryId")
      and not exists (select 1 from "entryLabels" as "l" where "l"."entryId" = "s"."entryId")
      and not exists (select 1 from "highlights" as "h" where "h"."entryId" = "s"."entryId")
    order by "publishedAt", "entryId" limit ${Math.min(over, ROWS_A_STEP)}`.execute(db)
  await removed(
    db,
    oldest.rows.map((row) => row.entryId),
  )
  return over > ROWS_A_STEP && oldest.rows.length === ROWS_A_STEP
}

/** Deletes the oldest rows of pictures beyond the cap. Returns whether more are left to delete. */
export async function pictureRetentionStep(db: Db, retained = MAX_PICTURES): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from "images"`.execute(db)
  const over = (rows[0]?.count ?? 0) - retained
  if (over <= 0) return false
  await sql`
    delete from "images" where "url" in
      (select "url" from "images" order by "createdAt", "url" limit ${Math.min(over, ROWS_A_STEP)})`.execute(
    db,
  )
  return over > ROWS_A_STEP
}
