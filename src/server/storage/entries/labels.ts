/**
 * Labels of users. The labels of a user are a tree by their names: each outer label exists too. A deleted one stays
 * with its entries until it can no longer be restored.
 */
import { sql, type Kysely } from 'kysely'
import {
  isWithinLabel,
  labelKey,
  MAX_LABELS,
  outerLabels,
  renamedWithin,
  type LabelColor,
} from '../../../contract/label-names.ts'
import type { ErrorKey } from '../../../contract/errors.ts'
import { delivered } from '../actions/actions.ts'
import type { Storage } from '../open.ts'
import type { LabelRow, Schema } from '../schema.ts'

export type CountedLabel = Pick<LabelRow, 'name' | 'color' | 'createdAt'> & {
  /** Entries with the label or one within it, each once. */
  readonly entries: number
  readonly unread: number
}
type Db = Kysely<Schema>
/** What new rows need. `now`: ms since 1970. */
export type Making = { readonly now: number; readonly newId: () => string }

/** True of the label `c` that is `p` or within it. */
const within = sql<boolean>`(c.key = p.key or substr(c.key, 1, length(p.key) + 1) = p.key || '/')`

/** A user's labels in the order of their names, counted. */
export async function labelsOf({ db }: Storage, userId: string): Promise<CountedLabel[]> {
  const { rows } = await sql<CountedLabel & { key: string }>`
    select p.name, p.key, p.color, p."createdAt", coalesce(n.entries, 0) as entries, coalesce(n.unread, 0) as unread
    from labels as p left join (
      select p.id, count(distinct e.id) as entries,
        count(distinct case when r."entryId" is null then e.id end) as unread
      from labels as p
        join labels as c on c."userId" = p."userId" and c."deletedAt" is null and ${within}
        join "entryLabels" as l on l."labelId" = c.id
        join entries as e on e.id = l."entryId"
        left join reads as r on r."userId" = p."userId" and r."entryId" = e.id
      where p."userId" = ${userId} and p."deletedAt" is null and ${delivered(userId)}
      group by p.id
    ) as n on n.id = p.id
    where p."userId" = ${userId} and p."deletedAt" is null`.execute(db)
  return rows
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ name, color, createdAt, entries, unread }) => ({
      name,
      color,
      createdAt: Number(createdAt),
      entries: Number(entries),
      unread: Number(unread),
    }))
}

/** The ids of a user's labels by their keys. */
export async function labelIdsByKey(
  { db }: { readonly db: Db },
  userId: string,
): Promise<Map<string, string>> {
  const rows = db.selectFrom('labels').select(['id', 'key']).where('userId', '=', userId)
  return new Map((await rows.where('deletedAt', 'is', null).execute()).map(({ id, key }) => [key, id]))
}

/** @returns null for an unknown or deleted label */
export async function labelNamed(db: Db, userId: string, name: string): Promise<LabelRow | null> {
  const row = await db
    .selectFrom('labels')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', labelKey(name))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Creates a label with its outer labels. Must run inside a transaction.
 * @param color undefined: unchanged @returns the id of the label, or null at the maximum number per user
 */
export async function ensureLabel(
  db: Db,
  userId: string,
  { name, color }: { readonly name: string; readonly color?: LabelColor | null },
  making: Making,
): Promise<string | null> {
  const ids = await labelIdsByKey({ db }, userId)
  const existing = ids.get(labelKey(name))
  if (existing !== undefined) {
    if (color !== undefined)
      await db.updateTable('labels').set({ color }).where('id', '=', existing).execute()
    return existing
  }
  const missing = [...outerLabels(name), name].filter((one) => !ids.has(labelKey(one)))
  if (ids.size + missing.length > MAX_LABELS) return null
  for (const outer of missing.slice(0, -1))
    await insertLabel(db, userId, { name: outer, color: null }, making)
  return insertLabel(db, userId, { name, color: color ?? null }, making)
}

/** Removes a deleted label of this name for good. Another request may insert the label at the same time. */
async function insertLabel(
  db: Db,
  userId: string,
  { name, color }: { readonly name: string; readonly color: LabelColor | null },
  { now, newId }: Making,
): Promise<string> {
  const key = labelKey(name)
  await db
    .deleteFrom('labels')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('deletedAt', 'is not', null)
    .execute()
  await db
    .insertInto('labels')
    .values({ id: newId(), userId, name, key, color, createdAt: now, deletedAt: null })
    .onConflict((on) => on.columns(['userId', 'key']).doNothing())
    .execute()
  const row = db.selectFrom('labels').select('id').where('userId', '=', userId)
  return (await row.where('key', '=', key).executeTakeFirstOrThrow()).id
}

/** The label and those within it, existing or deleted ones. */
async function labelsWithin(db: Db, userId: string, name: string): Promise<LabelRow[]> {
  const key = labelKey(name)
  const rows = await db.selectFrom('labels').selectAll().where('userId', '=', userId).execute()
  return rows.filter((row) => isWithinLabel(row.key, key))
}

/** Why a label was not changed; null when it was. */
export type LabelProblem = Extract<ErrorKey, 'labelNotFound' | 'labelExists' | 'labelLimit'> | null

/** Renames a label with those within it. `to` is not within the label. */
export async function renameLabel(
  { db }: Storage,
  userId: string,
  { name, to }: { readonly name: string; readonly to: string },
  making: Making,
): Promise<LabelProblem> {
  return db.transaction().execute(async (trx) => {
    if (!(await labelNamed(trx, userId, name))) return 'labelNotFound'
    if (labelKey(name) !== labelKey(to) && (await labelNamed(trx, userId, to))) return 'labelExists'
    const moved = (await labelsWithin(trx, userId, name)).filter((row) => row.deletedAt === null)
    const outer = outerLabels(to).at(-1)
    if (outer !== undefined && (await ensureLabel(trx, userId, { name: outer }, making)) === null)
      return 'labelLimit'
    const replaced = (await labelsWithin(trx, userId, to)).filter((row) => row.deletedAt !== null)
    for (const { id } of replaced) await trx.deleteFrom('labels').where('id', '=', id).execute()
    for (const row of moved) {
      const renamed = renamedWithin(row.name, name, to)
      await trx
        .updateTable('labels')
        .set({ name: renamed, key: labelKey(renamed) })
        .where('id', '=', row.id)
        .execute()
    }
    return null
  })
}

export async function recolorLabel(
  { db }: Storage,
  userId: string,
  { name, color }: { readonly name: string; readonly color: LabelColor | null },
): Promise<LabelProblem> {
  const label = await labelNamed(db, userId, name)
  if (!label) return 'labelNotFound'
  await db.updateTable('labels').set({ color }).where('id', '=', label.id).execute()
  return null
}

/** Marks a label and those within it as deleted. */
export async function deleteLabel(
  { db }: Storage,
  userId: string,
  name: string,
  now: number,
): Promise<LabelProblem> {
  return db.transaction().execute(async (trx) => {
    const rows = (await labelsWithin(trx, userId, name)).filter((row) => row.deletedAt === null)
    for (const { id } of rows)
      await trx.updateTable('labels').set({ deletedAt: now }).where('id', '=', id).execute()
    return rows.length === 0 ? 'labelNotFound' : null
  })
}

/** Restores a deleted label with those that were deleted along with it. An existing one is unchanged. */
export async function restoreLabel(
  { db }: Storage,
  userId: string,
  name: string,
  making: Making,
): Promise<LabelProblem> {
  return db.transaction().execute(async (trx) => {
    const rows = await labelsWithin(trx, userId, name)
    const root = rows.find(({ key }) => key === labelKey(name))
    if (!root) return 'labelNotFound'
    if (root.deletedAt === null) return null
    const outer = outerLabels(root.name).at(-1)
    if (outer !== undefined && (await ensureLabel(trx, userId, { name: outer }, making)) === null)
      return 'labelLimit'
    for (const row of rows.filter(({ deletedAt }) => deletedAt === root.deletedAt))
      await trx.updateTable('labels').set({ deletedAt: null }).where('id', '=', row.id).execute()
    return null
  })
}

/** Removes labels that were deleted before a time, for good. @param before ms since 1970 */
export async function pruneLabels({ db }: Pick<Storage, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('labels').where('deletedAt', '<', before).execute()
}
