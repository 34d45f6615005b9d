/**
 * Effects of pending changes on read marks, stars, labels and highlights, as SQL. Shown = confirmed with the pending effects replayed over
 * it in order; the pending columns hold the result of that replay, so that the timeline need not know of effects.
 * The same effect can be applied to the pending columns (begun) or to the confirmed ones (accepted).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  isHighlightEffect,
  isLabelEffect,
  type EntryEffect,
  type HighlightEffect,
  type LabelEffect,
  type ReadScope,
} from '../../calls.ts'
import { parsed } from '../row-shape.ts'
import type { Db } from '../schema.ts'
import { layLabels, resetPendingLabels } from './entry-labels.ts'
import { layHighlight, resetPendingHighlights } from './entry-highlights.ts'
import { listed } from './listed.ts'

/** The columns that an effect is applied to. */
export type Layer = 'pending' | 'confirmed'
type Condition = RawBuilder<unknown>

const shownRead = sql`coalesce("pendingRead", "read")`
const shownBatch = sql`case when "pendingRead" is null then "batch" else "pendingBatch" end`

/** @param only applies it to these entries only, null: to all */
export async function lay(
  db: Db,
  layer: Layer,
  effect: EntryEffect,
  only: readonly string[] | null,
): Promise<void> {
  if (effect.do === 'star') {
    if (only === null || only.includes(effect.entryId)) await layStar(db, layer, effect)
    return
  }
  if (isLabelEffect(effect)) {
    await layLabels(db, layer, effect, only)
    return
  }
  if (isHighlightEffect(effect)) {
    await layHighlight(db, layer, effect, only)
    return
  }
  const ids = effect.do === 'read' && only ? effect.entryIds.filter((id) => only.includes(id)) : only
  if (ids?.length === 0) return
  const [read, batch] =
    effect.do === 'read'
      ? [Number(effect.read), null]
      : effect.do === 'readAll'
        ? [1, effect.batch]
        : [0, null]
  const touched = touches(layer, effect)
  const where = ids ? sql`"entryId" in ${listed(ids)} and ${touched}` : touched
  const set =
    layer === 'pending'
      ? sql`"pendingRead" = ${read}, "pendingBatch" = ${batch}, "unread" = ${1 - read}`
      : sql`"read" = ${read}, "batch" = ${batch}, "unread" = 1 - coalesce("pendingRead", ${read})`
  await sql`update "entryStatus" set ${set} where ${where}`.execute(db)
}

/** How many local entries of each feed would change their shown read mark. */
export async function unreadDeltaBy(db: Db, effect: EntryEffect): Promise<Record<string, number>> {
  if (effect.do === 'star' || isLabelEffect(effect) || isHighlightEffect(effect)) return {}
  const flips =
    effect.do === 'read'
      ? sql`${touches('pending', effect)} and "unread" = ${Number(effect.read)}`
      : touches('pending', effect)
  const { rows } = await sql<{ feedId: string; count: number }>`
    select "feedId", count(*) as "count" from "entryStatus" where ${flips} group by "feedId"`.execute(db)
  return Object.fromEntries(rows.map(({ feedId, count }) => [feedId, count]))
}

function touches(
  layer: Layer,
  effect: Exclude<EntryEffect, LabelEffect | HighlightEffect | { do: 'star' }>,
): Condition {
  const read = layer === 'pending' ? shownRead : sql`"read"`
  const batch = layer === 'pending' ? shownBatch : sql`"batch"`
  if (effect.do === 'read') return sql`"entryId" in ${listed(effect.entryIds)}`
  if (effect.do === 'unreadAll') return sql`${batch} = ${effect.batch} and ${read} = 1`
  // The shown mark as `unread = 1`, so that the partial index is used.
  return sql`${layer === 'pending' ? sql`"unread" = 1` : sql`"read" = 0`} and ${within(effect.scope)}`
}

function within({ feedIds, startTime, endTime, insertedBefore }: ReadScope): Condition {
  const parts = [sql`"feedId" in ${listed(feedIds)}`]
  if (startTime !== undefined) parts.push(sql`"publishedAt" >= ${startTime}`)
  if (endTime !== undefined) parts.push(sql`"publishedAt" <= ${endTime}`)
  if (insertedBefore !== undefined) parts.push(sql`"insertedAt" < ${insertedBefore}`)
  return sql.join(parts, sql` and `)
}

async function layStar(db: Db, layer: Layer, effect: Extract<EntryEffect, { do: 'star' }>): Promise<void> {
  const { entryId, starredAt, view } = effect
  const shownView = starredAt === null ? null : view
  await sql`
    insert into "collections" ("entryId", "feedId", "publishedAt")
    select "entryId", "feedId", "publishedAt" from "entryStatus" where "entryId" = ${entryId}
    on conflict do nothing`.execute(db)
  const change =
    layer === 'pending'
      ? { pending: 1, pendingCreatedAt: starredAt, pendingView: shownView }
      : { createdAt: starredAt, view: shownView }
  await db.updateTable('collections').set(change).where('entryId', '=', entryId).execute()
}

/** Applies the pending effects to the pending columns again. @param only these entries, null: all */
export async function replay(db: Db, only: readonly string[] | null): Promise<void> {
  const among = only ? sql`and "entryId" in ${listed(only)}` : sql``
  await sql`update "entryStatus" set "pendingRead" = null, "pendingBatch" = null, "unread" = 1 - "read"
    where "pendingRead" is not null ${among}`.execute(db)
  await sql`update "collections" set "pending" = 0, "pendingCreatedAt" = null, "pendingView" = null
    where "pending" = 1 ${among}`.execute(db)
  await resetPendingLabels(db, among)
  await resetPendingHighlights(db, among)
  for (const effect of await pendingEffects(db)) await lay(db, 'pending', effect, only)
  await sql`delete from "collections" where "createdAt" is null and "pending" = 0 ${among}`.execute(db)
}

async function pendingEffects(db: Db): Promise<EntryEffect[]> {
  const rows = await db.selectFrom('pendingEffects').select('effect').orderBy('place').execute()
  return rows.map((row) => parsed<EntryEffect>(row.effect))
}

/** Whether a row differs from the stored one; without this, an equal row would be written again. */
export const differs = (table: string, columns: readonly string[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    columns.map((name) => sql`${sql.ref(`${table}.${name}`)} is not ${sql.ref(`excluded.${name}`)}`),
    sql` or `,
  )})`
