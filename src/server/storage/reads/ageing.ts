/** Unread entries that are older than the user's limit. */
import { sql, type RawBuilder } from 'kysely'
import { idList } from '../engine/id-list.ts'
import { insertMarks } from './insert-marks.ts'
import type { Storage } from '../open.ts'
import { isPreservedBy } from '../entries/preserved-entries.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/** Feeds of a user whose entries become read after this number of days. */
export type AgeingScope = {
  readonly userId: string
  readonly feedIds: readonly string[]
  readonly days: number
}

/**
 * True of an entry `e` that is unread, older both by publication and by arrival, and not preserved by the user.
 * An entry that was aged before stays unread: the user has marked it unread again.
 */
function hasAged(
  kind: Storage['kind'],
  { userId, feedIds, days }: AgeingScope,
  now: number,
): RawBuilder<unknown> {
  const before = now - days * DAY_MS
  return sql`e."feedId" in ${idList(kind, feedIds)} and e."publishedAt" < ${before} and e."insertedAt" < ${before}
    and exists (select 1 from subscriptions as s where s."userId" = ${userId} and s."feedId" = e."feedId")
    and not exists (select 1 from reads as r where r."userId" = ${userId} and r."entryId" = e.id)
    and not exists (select 1 from "agedEntries" as a where a."userId" = ${userId} and a."entryId" = e.id)
    and not ${isPreservedBy(sql`e.id`, sql`${userId}`)}`
}

/** How many entries {@link ageBatch} would mark in all; it marks none. @param now ms */
export async function countAged({ db, kind }: Storage, scope: AgeingScope, now: number): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from entries as e
    where ${hasAged(kind, scope, now)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Marks the next few hundred as read. @returns their ids; empty: none is left */
export function ageBatch({ db, kind }: Storage, scope: AgeingScope, now: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`select e.id from entries as e
      where ${hasAged(kind, scope, now)} order by e.id limit ${sql.lit(BATCH)}`.execute(trx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const mark = { userId: scope.userId, readAt: now, batch: null }
    await insertMarks(mark, sql`e.id in ${idList(kind, ids)}`).execute(trx)
    await trx
      .insertInto('agedEntries')
      .values(ids.map((entryId) => ({ userId: scope.userId, entryId })))
      .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
      .execute()
    return ids
  })
}

/** The settings of the users who limit the days that entries stay unread. */
export const ageingSettings = async ({
  db,
}: Storage): Promise<readonly { readonly userId: string; readonly values: Record<string, unknown> }[]> => {
  const rows = await db
    .selectFrom('settings')
    .select(['userId', 'payload'])
    .where('tab', '=', 'general')
    .where('payload', 'like', '%UnreadDays"%')
    .orderBy('userId')
    .execute()
  return rows.map(({ userId, payload }) => ({ userId, values: JSON.parse(payload) }))
}
