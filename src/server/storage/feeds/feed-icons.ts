/** Icons of feeds, cached for clients that cannot fetch them themselves. */
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { FeedIconRow } from '../schema.ts'

export type Icon = { readonly feedId: string; readonly type: string; readonly bytes: Uint8Array }
/** When and where an icon was looked up. */
export type IconCheck = Pick<FeedIconRow, 'feedId' | 'source' | 'type'> & { readonly checkedAt: number }

/** The icons of some feeds; those without one are omitted. */
export async function iconsOf({ db, kind }: Storage, feedIds: readonly string[]): Promise<Icon[]> {
  const rows = await db
    .selectFrom('feedIcons')
    .select(['feedId', 'type', 'bytes'])
    .where('feedId', 'in', idList(kind, feedIds))
    .where('bytes', 'is not', null)
    .orderBy('feedId')
    .execute()
  return rows.flatMap(({ feedId, type, bytes }) => (type && bytes ? [{ feedId, type, bytes }] : []))
}

/** Icon metadata of some feeds, by feed, without the pictures. */
export async function iconChecks(
  { db, kind }: Storage,
  feedIds: readonly string[],
): Promise<Map<string, IconCheck>> {
  const rows = await db
    .selectFrom('feedIcons')
    .select(['feedId', 'source', 'type', 'checkedAt'])
    .where('feedId', 'in', idList(kind, feedIds))
    .execute()
  return new Map(rows.map((row) => [row.feedId, { ...row, checkedAt: Number(row.checkedAt) }]))
}

/** Stores the result of a lookup, replacing the previous one. */
export async function storeIcon({ db }: Storage, row: FeedIconRow): Promise<void> {
  const { feedId: _feedId, ...values } = row
  await db
    .insertInto('feedIcons')
    .values(row)
    .onConflict((on) => on.column('feedId').doUpdateSet(values))
    .execute()
}
