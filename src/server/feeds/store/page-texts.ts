/** The texts of pages whose changes are followed: what the next fetch is compared with. */
import type { Kysely } from 'kysely'
import type { Schema } from '../../storage/schema.ts'

/** ms between two entries of a page; changes in between are one entry. */
const CHANGE_MS = 3_600_000

/** @returns null for a page that has not been read; `isDue`: a change now makes an entry */
export async function pageTextOf(
  db: Kysely<Schema>,
  feedId: string,
  now: number,
): Promise<{ readonly text: string; readonly isDue: boolean } | null> {
  const row = await db
    .selectFrom('pageTexts')
    .select(['text', 'changedAt'])
    .where('feedId', '=', feedId)
    .executeTakeFirst()
  if (!row) return null
  return { text: row.text, isDue: row.changedAt === null || now - row.changedAt >= CHANGE_MS }
}

/** Must run inside the transaction that stores the entry. */
export async function storePageText(
  db: Kysely<Schema>,
  { feedId, text, now }: { readonly feedId: string; readonly text: string; readonly now: number },
): Promise<void> {
  await db
    .insertInto('pageTexts')
    .values({ feedId, text, changedAt: null })
    .onConflict((on) => on.column('feedId').doUpdateSet({ text, changedAt: now }))
    .execute()
}
