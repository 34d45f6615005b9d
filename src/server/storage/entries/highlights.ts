/** Highlights and notes: one row each. A deleted one stays until it can no longer be restored, and counts nowhere. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { type HighlightColor, MAX_HIGHLIGHTS } from '../../../contract/limits.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import { containsText } from '../engine/like.ts'
import { batches, idList } from '../engine/id-list.ts'
import type { Kind, Storage } from '../open.ts'
import type { HighlightRow, Schema } from '../schema.ts'

type Db = Kysely<Schema>

/** A highlight with the fields of its entry for lists. */
export type HighlightOfEntry = Omit<HighlightRow, 'userId' | 'noteText' | 'searchText' | 'deletedAt'> & {
  readonly title: string | null
  readonly url: string | null
  readonly author: string | null
  readonly publishedAt: number
  readonly feedId: string
  readonly feedTitle: string | null
}

type NewHighlight = Pick<
  HighlightRow,
  | 'id'
  | 'entryId'
  | 'exact'
  | 'prefix'
  | 'suffix'
  | 'startOffset'
  | 'endOffset'
  | 'color'
  | 'note'
  | 'createdAt'
>

/** Strictly older than this one, in the order of the list. */
export type HighlightPosition = { readonly createdAt: number; readonly id: string }

type HighlightSelection = {
  readonly ids?: readonly string[]
  readonly entryId?: string | undefined
  /** Words that all occur in the quotation, the note or the title. */
  readonly words?: readonly string[]
  /** ms since 1970 */
  readonly changedSince?: number | undefined
  readonly after?: HighlightPosition | null
  readonly limit: number
}

/** A user's highlights and notes, the newest first. */
export async function highlightsOf(
  { db, kind }: Storage,
  userId: string,
  { ids, entryId, words = [], changedSince, after, limit }: HighlightSelection,
): Promise<HighlightOfEntry[]> {
  let query = db
    .selectFrom('highlights as h')
    .innerJoin('entries as e', 'e.id', 'h.entryId')
    .leftJoin('feeds as f', 'f.id', 'e.feedId')
    .leftJoin('subscriptions as s', (on) => on.onRef('s.feedId', '=', 'e.feedId').on('s.userId', '=', userId))
    .select([
      'h.id',
      'h.entryId',
      'h.exact',
      'h.prefix',
      'h.suffix',
      'h.startOffset',
      'h.endOffset',
      'h.color',
      'h.note',
      'h.createdAt',
      'h.updatedAt',
      'e.title',
      'e.url',
      'e.author',
      'e.publishedAt',
      'e.feedId',
    ])
    .select(sql<string | null>`coalesce(s.title, f.title)`.as('feedTitle'))
    .where('h.userId', '=', userId)
    .where('h.deletedAt', 'is', null)
  if (ids) query = query.where('h.id', 'in', idList(kind, ids))
  if (entryId !== undefined) query = query.where('h.entryId', '=', entryId)
  if (changedSince !== undefined) query = query.where('h.updatedAt', '>=', changedSince)
  for (const word of words) query = query.where(containsText(kind, sql.ref('h.searchText'), foldText(word)))
  if (after) query = query.where(sql<boolean>`(h."createdAt", h.id) < (${after.createdAt}, ${after.id})`)
  const rows = await query.orderBy('h.createdAt', 'desc').orderBy('h.id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    ...row,
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
    publishedAt: Number(row.publishedAt),
  }))
}

/** @returns null for an unknown or deleted one */
export async function highlightById(
  storage: Storage,
  userId: string,
  id: string,
): Promise<HighlightOfEntry | null> {
  const [row] = await highlightsOf(storage, userId, { ids: [id], limit: 1 })
  return row ?? null
}

/** Ids of those that were deleted at a time or later. @param since ms since 1970 */
export async function deletedHighlights({ db }: Storage, userId: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('highlights')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', '>=', since)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The quotations and notes of some entries, the oldest first. */
export const notesOfEntries = ({ db, kind }: Storage, userId: string, entryIds: readonly string[]) =>
  db
    .selectFrom('highlights')
    .select(['id', 'entryId', 'exact', 'note'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('entryId', 'in', idList(kind, entryIds))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** What tells the highlights of some entries apart. */
export const highlightsOfEntries = ({ db, kind }: Storage, userId: string, entryIds: readonly string[]) =>
  db
    .selectFrom('highlights')
    .select(['id', 'entryId', 'exact', 'note', 'startOffset'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()

const searchTextOf = (parts: readonly (string | null)[]): string =>
  foldText(parts.filter((part) => part !== null).join('\n'))
const noteTextOf = (note: string | null): string | null => (note === null ? null : foldText(note))

type HighlightToInsert = NewHighlight & { readonly title: string | null }

/** As {@link insertHighlights}, for one. @returns false at the maximum number */
export async function insertHighlight(
  storage: Storage,
  userId: string,
  highlight: HighlightToInsert,
  now: number,
): Promise<boolean> {
  const room = await roomForHighlights(storage, userId)
  return (await insertHighlights(storage, userId, [highlight], { now, room })) !== null
}

/** How many more a user may add. */
export const roomForHighlights = async ({ db }: Storage, userId: string): Promise<number> =>
  MAX_HIGHLIGHTS - (await countHighlights(db, userId))

/** Rows of one statement. */
const ROWS = 100

/**
 * Deleted ones with the same ids are replaced; existing ones are unchanged.
 * @param room from {@link roomForHighlights}
 * @returns how many are new; null: too many, and none was inserted
 */
export async function insertHighlights(
  { db, kind }: Storage,
  userId: string,
  highlights: readonly HighlightToInsert[],
  { now, room }: { readonly now: number; readonly room: number },
): Promise<number | null> {
  if (highlights.length === 0) return 0
  return db.transaction().execute(async (trx) => {
    const ids = idList(
      kind,
      highlights.map(({ id }) => id),
    )
    const those = trx
      .selectFrom('highlights')
      .select('id')
      .where('userId', '=', userId)
      .where('id', 'in', ids)
    const present = new Set((await those.where('deletedAt', 'is', null).execute()).map(({ id }) => id))
    const fresh = highlights.filter(({ id }) => !present.has(id))
    if (fresh.length > room) return null
    await trx
      .deleteFrom('highlights')
      .where('userId', '=', userId)
      .where('id', 'in', ids)
      .where('deletedAt', 'is not', null)
      .execute()
    const rows = fresh.map(({ title, ...highlight }) => ({
      ...highlight,
      userId,
      noteText: noteTextOf(highlight.note),
      searchText: searchTextOf([highlight.exact, highlight.note, title]),
      updatedAt: now,
      deletedAt: null,
    }))
    for (const part of batches(rows, ROWS))
      await trx
        .insertInto('highlights')
        .values(part)
        .onConflict((on) => on.columns(['userId', 'id']).doNothing())
        .execute()
    return fresh.length
  })
}

async function countHighlights(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('highlights')
    .select(db.fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Changes the colour or the note of an existing one. @param highlight as read before */
export async function updateHighlight(
  { db }: Storage,
  userId: string,
  { id, exact, title }: Pick<HighlightOfEntry, 'id' | 'exact' | 'title'>,
  { color, note }: { readonly color?: HighlightColor | undefined; readonly note?: string | null | undefined },
  now: number,
): Promise<void> {
  await db
    .updateTable('highlights')
    .set({
      updatedAt: now,
      ...(color !== undefined && { color }),
      ...(note !== undefined && {
        note,
        noteText: noteTextOf(note),
        searchText: searchTextOf([exact, note, title]),
      }),
    })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Deletes or restores one. @param deleted whether it is deleted @returns false for an unknown one */
export async function setHighlightDeleted(
  { db }: Storage,
  userId: string,
  { id, deleted }: { readonly id: string; readonly deleted: boolean },
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('highlights')
    .set({ deletedAt: deleted ? now : null, updatedAt: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('deletedAt', deleted ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) > 0) return true
  return !deleted && (await isHighlight(db, userId, id))
}

async function isHighlight(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('highlights')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes those that were deleted before a time, for good. @param before ms since 1970 */
export async function pruneHighlights({ db }: Pick<Storage, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('highlights').where('deletedAt', '<', before).execute()
}

/** An entry's highlights and notes, for queries. */
export type Annotations = { readonly highlighted: boolean; readonly notes: readonly string[] }

/** By the id of the entry; entries without any are not in it. */
export async function annotationsOfEntries(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<Map<string, Annotations>> {
  const annotations = new Map<string, Annotations>()
  if (entryIds.length === 0) return annotations
  const rows = await db
    .selectFrom('highlights')
    .select(['entryId', 'note'])
    .select(sql<number>`case when exact is null then 0 else 1 end`.as('quoted'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()
  for (const { entryId, note, quoted } of rows) {
    const { highlighted = false, notes = [] } = annotations.get(entryId) ?? {}
    annotations.set(entryId, {
      highlighted: highlighted || Number(quoted) === 1,
      notes: note === null ? notes : [...notes, note],
    })
  }
  return annotations
}

/** What a query may require of an entry's highlights. @param noteText folded */
export type AnnotationCondition = { readonly has: 'highlight' | 'note' } | { readonly noteText: string }

const conditionOf = (kind: Kind, condition: AnnotationCondition): RawBuilder<boolean> => {
  if ('noteText' in condition)
    return sql<boolean>`(h."noteText" is not null and ${containsText(kind, sql`h."noteText"`, condition.noteText)})`
  return condition.has === 'note' ? sql<boolean>`h.note is not null` : sql<boolean>`h.exact is not null`
}

/** True of entries `e` that have a highlight or note of that kind. */
export const isAnnotated = (
  kind: Kind,
  userId: string,
  condition: AnnotationCondition,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from highlights as h where h."userId" = ${userId} and h."entryId" = e.id
    and h."deletedAt" is null and ${conditionOf(kind, condition)})`

/** Ids of the entries with a highlight or note of that kind. @returns null: there are more than `most` */
export async function entriesAnnotated(
  { db, kind }: Storage,
  userId: string,
  condition: AnnotationCondition,
  most: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ entryId: string }>`select distinct h."entryId" from highlights as h
    where h."userId" = ${userId} and h."deletedAt" is null and ${conditionOf(kind, condition)}
    limit ${sql.lit(most + 1)}`.execute(db)
  return rows.length > most ? null : rows.map(({ entryId }) => entryId)
}
