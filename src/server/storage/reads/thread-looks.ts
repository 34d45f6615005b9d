/** When users looked last at the comments of entries: one row per user and entry. */
import type { Storage } from '../open.ts'

/** Of one user: the newest. */
const LOOKS_MAX = 2_000

/** ms since 1970; null: never. */
export async function threadLookOf({ db }: Storage, userId: string, entryId: string): Promise<number | null> {
  const row = await db
    .selectFrom('threadLooks')
    .select('at')
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  return row ? Number(row.at) : null
}

/** An earlier look changes nothing. The oldest beyond the bound are removed. */
export async function putThreadLook(
  { db }: Storage,
  look: { readonly userId: string; readonly entryId: string; readonly at: number },
): Promise<void> {
  await db
    .insertInto('threadLooks')
    .values(look)
    .onConflict((on) =>
      on
        .columns(['userId', 'entryId'])
        .doUpdateSet((of) => ({ at: of.ref('excluded.at') }))
        .whereRef('threadLooks.at', '<', 'excluded.at'),
    )
    .execute()
  const newest = db
    .selectFrom('threadLooks')
    .select('entryId')
    .where('userId', '=', look.userId)
    .orderBy('at', 'desc')
    .orderBy('entryId')
    .limit(LOOKS_MAX)
  await db
    .deleteFrom('threadLooks')
    .where('userId', '=', look.userId)
    .where('entryId', 'not in', newest)
    .execute()
}
