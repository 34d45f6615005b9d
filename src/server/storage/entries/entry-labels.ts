/** Which entries have which labels: one row per label and entry. */
import { sql, type Kysely } from 'kysely'
import { labelKey } from '../../../contract/label-names.ts'
import { batches, idList } from '../engine/id-list.ts'
import { ensureLabel, labelNamed, type Making } from './labels.ts'
import type { Storage } from '../open.ts'
import type { Schema } from '../schema.ts'

/** Adds a label to entries, and creates it if it does not exist. @returns false at the maximum number of labels */
export async function addLabel(
  { db }: Storage,
  userId: string,
  { name, entryIds }: { readonly name: string; readonly entryIds: readonly string[] },
  making: Making,
): Promise<boolean> {
  return db.transaction().execute((trx) => addLabelWithin(trx, userId, { name, entryIds }, making))
}

/** As {@link addLabel}, inside the transaction of `db`. */
export async function addLabelWithin(
  db: Kysely<Schema>,
  userId: string,
  { name, entryIds }: { readonly name: string; readonly entryIds: readonly string[] },
  making: Making,
): Promise<boolean> {
  const labelId = await ensureLabel(db, userId, { name }, making)
  if (labelId === null) return false
  for (const batch of batches(entryIds))
    await db
      .insertInto('entryLabels')
      .values(batch.map((entryId) => ({ userId, labelId, entryId, createdAt: making.now })))
      .onConflict((on) => on.columns(['labelId', 'entryId']).doNothing())
      .execute()
  return true
}

/**
 * Removes a label from entries; the label itself stays.
 * @param input.putOnAt ms since 1970; only where it was added at that time
 */
export async function removeLabel(
  { db, kind }: Storage,
  userId: string,
  input: { readonly name: string; readonly entryIds: readonly string[]; readonly putOnAt?: number },
): Promise<void> {
  const { name, entryIds, putOnAt } = input
  const label = await labelNamed(db, userId, name)
  if (!label) return
  let rows = db
    .deleteFrom('entryLabels')
    .where('labelId', '=', label.id)
    .where('entryId', 'in', idList(kind, entryIds))
  if (putOnAt !== undefined) rows = rows.where('createdAt', '=', putOnAt)
  await rows.execute()
}

/** The entries among these with exactly this label. */
export async function labelledAmong(
  { db, kind }: Storage,
  userId: string,
  { name, entryIds }: { readonly name: string; readonly entryIds: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('entryLabels')
    .innerJoin('labels', 'labels.id', 'entryLabels.labelId')
    .select('entryLabels.entryId')
    .where('labels.userId', '=', userId)
    .where('labels.key', '=', labelKey(name))
    .where('labels.deletedAt', 'is', null)
    .where('entryLabels.entryId', 'in', idList(kind, entryIds))
    .execute()
  return rows.map(({ entryId }) => entryId)
}

/** The names of the labels on some entries, in the order of names; entries without any are not in it. */
export async function labelsOfEntries(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<Map<string, string[]>> {
  const labels = new Map<string, string[]>()
  if (entryIds.length === 0) return labels
  const rows = await db
    .selectFrom('entryLabels as l')
    .innerJoin('labels as n', 'n.id', 'l.labelId')
    .select(['l.entryId', 'n.name', 'n.key'])
    .where('l.userId', '=', userId)
    .where('n.deletedAt', 'is', null)
    .where('l.entryId', 'in', idList(kind, entryIds))
    .execute()
  for (const { entryId, name } of rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    labels.set(entryId, [...(labels.get(entryId) ?? []), name])
  return labels
}

/** What is the user's of an entry: its labels, its star, and the folder of its feed, empty where that is in none. */
export async function userMarksOf(storage: Storage, userId: string, entryId: string) {
  const { starredAt, folder } =
    (await storage.db
      .selectFrom('entries as e')
      .leftJoin('collections as c', (on) => on.onRef('c.entryId', '=', 'e.id').on('c.userId', '=', userId))
      .leftJoin('subscriptions as s', (on) =>
        on.onRef('s.feedId', '=', 'e.feedId').on('s.userId', '=', userId),
      )
      .select(['c.createdAt as starredAt', 's.category as folder'])
      .where('e.id', '=', entryId)
      .executeTakeFirst()) ?? {}
  const labels = (await labelsOfEntries(storage, userId, [entryId])).get(entryId) ?? []
  return { labels, starred: starredAt != null, folder: folder ?? '' }
}

/** True of entries `e` with a label or one within it. @param key as labels are compared */
export const hasLabel = (userId: string, key: string) =>
  sql<boolean>`exists (select 1 from "entryLabels" as le join labels as ll on ll.id = le."labelId"
    where le."userId" = ${userId} and le."entryId" = e.id and ll."deletedAt" is null
      and ${isWithin(key)})`

/** True of labels `ll` that have a key or are within it. */
const isWithin = (key: string) =>
  sql<boolean>`(ll.key = ${key} or substr(ll.key, 1, ${sql.lit([...key].length + 1)}) = ${`${key}/`})`

/** Ids of the entries with a label or one within it. @returns null: there are more than `most` */
export async function entriesLabelled(
  { db }: Storage,
  userId: string,
  key: string,
  most: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ entryId: string }>`select distinct le."entryId"
    from labels as ll join "entryLabels" as le on le."labelId" = ll.id
    where ll."userId" = ${userId} and ll."deletedAt" is null and ${isWithin(key)} limit ${sql.lit(most + 1)}`.execute(
    db,
  )
  return rows.length > most ? null : rows.map(({ entryId }) => entryId)
}
