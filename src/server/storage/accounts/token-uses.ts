/** The uses of app passwords with scopes. */
import type { Storage } from '../open.ts'
import type { TokenUseRow } from '../schema.ts'

/** Uses that only read, and do so again within this time, are one row. */
const READS_MS = 3_600_000
const RETENTION_MS = 30 * 24 * READS_MS

export async function addTokenUse({ db }: Storage, row: TokenUseRow): Promise<void> {
  await db.insertInto('tokenUses').values(row).execute()
}

/** Counts a use that only reads. */
export async function countTokenRead(storage: Storage, row: TokenUseRow): Promise<void> {
  const { numUpdatedRows } = await storage.db
    .updateTable('tokenUses')
    .set((eb) => ({ count: eb('count', '+', 1), at: row.at }))
    .where('userId', '=', row.userId)
    .where('tokenId', '=', row.tokenId)
    .where('entrance', '=', row.entrance)
    .where('call', '=', row.call)
    .where('at', '>', row.at - READS_MS)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) await addTokenUse(storage, row)
}

/** The newest first. @param options.without calls that are left out, and with them those that changed nothing */
export function tokenUsesOf(
  { db }: Storage,
  userId: string,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<TokenUseRow[]> {
  let query = db.selectFrom('tokenUses').selectAll().where('userId', '=', userId)
  if (without.length > 0) query = query.where('call', 'not in', without).where('count', '>', 0)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Marks a use as undone, once. @returns undefined where it cannot be undone, or is another user's */
export const takeTokenUse = (
  { db }: Storage,
  { userId, id, now }: { readonly userId: string; readonly id: string; readonly now: number },
): Promise<TokenUseRow | undefined> =>
  db
    .updateTable('tokenUses')
    .set({ undoneAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('undo', 'is not', null)
    .where('undoneAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Reverts that: the undo failed. */
export async function returnTokenUse({ db }: Storage, id: string): Promise<void> {
  await db.updateTable('tokenUses').set({ undoneAt: null }).where('id', '=', id).execute()
}

export async function pruneTokenUses({ db }: Storage, now: number): Promise<void> {
  await db
    .deleteFrom('tokenUses')
    .where('at', '<', now - RETENTION_MS)
    .execute()
}
