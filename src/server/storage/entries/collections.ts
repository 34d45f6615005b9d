/** Stars: one row per user and starred entry. A star outlives the subscription. */
import type { Storage } from '../open.ts'

/** Stars an entry; an existing star keeps its time and gets the new view. */
export async function addStar(
  { db }: Storage,
  star: { userId: string; entryId: string; view: number; createdAt: number },
): Promise<void> {
  await db
    .insertInto('collections')
    .values(star)
    .onConflict((on) => on.columns(['userId', 'entryId']).doUpdateSet({ view: star.view }))
    .execute()
}

/** Removes a star; without a star, no change. */
export async function removeStar({ db }: Storage, userId: string, entryId: string): Promise<void> {
  await db.deleteFrom('collections').where('userId', '=', userId).where('entryId', '=', entryId).execute()
}

/** True when the user has starred the entry. */
export async function isStarred({ db }: Storage, userId: string, entryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('collections')
    .select('entryId')
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  return row !== undefined
}
