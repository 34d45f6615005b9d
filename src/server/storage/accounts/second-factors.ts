/** Second factors and their attempts. better-auth counts its own failures in the same columns. */
import { sql } from 'kysely'
import type { Storage } from '../open.ts'

const MOST_WRONG = 10
const LOCK_MS = 900_000
/** Used codes are invalid after a minute and a half anyway; ten minutes are stored. */
const REMEMBERED_STEPS = 20

/** `secret` is sealed; `lockedUntil` is ms since 1970, 0 when it is not locked. */
export type SecondFactor = { readonly id: string; readonly secret: string; readonly lockedUntil: number }

/** The verified second factor of a user. */
export async function secondFactorOf({ db }: Storage, userId: string): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('twoFactor')
    .innerJoin('user', 'user.id', 'twoFactor.userId')
    .select(['twoFactor.id', 'twoFactor.secret', 'twoFactor.lockedUntil'])
    .where('twoFactor.userId', '=', userId)
    .where('user.twoFactorEnabled', '=', true)
    .where('twoFactor.verified', '=', true)
    .executeTakeFirst()
  return row ? { ...row, lockedUntil: row.lockedUntil ? new Date(row.lockedUntil).getTime() : 0 } : null
}

/** @returns false when the code was used before, also by a concurrent call */
export async function addUsedCode({ db }: Storage, userId: string, counter: number): Promise<boolean> {
  await db
    .deleteFrom('usedCodes')
    .where('userId', '=', userId)
    .where('counter', '<', counter - REMEMBERED_STEPS)
    .execute()
  const added = await db
    .insertInto('usedCodes')
    .values({ userId, counter })
    .onConflict((on) => on.columns(['userId', 'counter']).doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Counts a wrong code; the tenth in a row locks for a quarter of an hour. @param at ms since 1970 */
export async function countWrongCode({ db, kind }: Storage, id: string, at: number): Promise<void> {
  const until = new Date(at + LOCK_MS)
  await db
    .updateTable('twoFactor')
    .set({ failedVerificationCount: sql`coalesce("failedVerificationCount", 0) + 1` })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('twoFactor')
    .set({ failedVerificationCount: 0, lockedUntil: kind === 'sqlite' ? until.toISOString() : until })
    .where('id', '=', id)
    .where('failedVerificationCount', '>=', MOST_WRONG)
    .execute()
}

export async function resetWrongCodes({ db }: Storage, id: string): Promise<void> {
  await db
    .updateTable('twoFactor')
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where('id', '=', id)
    .execute()
}
