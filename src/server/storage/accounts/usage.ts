/** Usage events, stored only for users who consented, and only for a limited time. */
import type { Storage } from '../open.ts'

const RETENTION_MS = 90 * 86_400_000

export async function allowsUsage({ db }: Storage, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('usageConsents')
    .select('at')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the consent; a refusal also deletes the stored events. @param at ms since 1970 */
export async function setUsageConsent(
  { db }: Storage,
  userId: string,
  { allowed, at }: { readonly allowed: boolean; readonly at: number },
): Promise<void> {
  if (allowed) {
    await db
      .insertInto('usageConsents')
      .values({ userId, at })
      .onConflict((on) => on.column('userId').doNothing())
      .execute()
    return
  }
  await db.transaction().execute(async (on) => {
    await on.deleteFrom('usageConsents').where('userId', '=', userId).execute()
    await on.deleteFrom('usageEvents').where('userId', '=', userId).execute()
  })
}

export async function addUsage(
  { db }: Storage,
  rows: readonly { id: string; userId: string; at: number; name: string; params: string }[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('usageEvents').values(rows).execute()
}

export async function countUsage({ db }: Storage, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('usageEvents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @param now ms since 1970 @returns how many were deleted */
export async function pruneUsage({ db }: Storage, now: number): Promise<number> {
  const deleted = await db
    .deleteFrom('usageEvents')
    .where('at', '<', now - RETENTION_MS)
    .executeTakeFirstOrThrow()
  return Number(deleted.numDeletedRows)
}
