/** The number of requests to the language model per user and day. */
import type { Storage } from '../open.ts'

/** Counts one request. @param options.limit null for none @returns false when the limit is reached, having counted nothing */
export async function addModelUse(
  { db }: Storage,
  { userId, day, limit }: { userId: string; day: string; limit: number | null },
): Promise<boolean> {
  const written = await db
    .insertInto('modelUsage')
    .values({ userId, day, asked: 1 })
    .onConflict((on) => {
      const more = on
        .columns(['userId', 'day'])
        .doUpdateSet((eb) => ({ asked: eb('modelUsage.asked', '+', 1) }))
      return limit === null ? more : more.where('modelUsage.asked', '<', limit)
    })
    .returning('asked')
    .executeTakeFirst()
  return written !== undefined
}

export async function refundModelUse({ db }: Storage, userId: string, day: string): Promise<void> {
  const row = db.updateTable('modelUsage').set((eb) => ({ asked: eb('asked', '-', 1) }))
  await row.where('userId', '=', userId).where('day', '=', day).where('asked', '>', 0).execute()
}

export async function modelUseOf({ db }: Storage, userId: string, day: string): Promise<number> {
  const row = db.selectFrom('modelUsage').select('asked').where('userId', '=', userId).where('day', '=', day)
  return (await row.executeTakeFirst())?.asked ?? 0
}
