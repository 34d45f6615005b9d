/** App passwords of third-party clients: rows contain hashes, never a password. */
import type { Storage } from '../open.ts'
import type { AppPasswordRow, UserRow } from '../schema.ts'

/** A password and its owner. */
export type StoredPassword = AppPasswordRow & Pick<UserRow, 'email' | 'handle' | 'role' | 'admin' | 'deleted'>

/** The time of use is updated only after this time: clients poll every few minutes. */
const USE_NOTED_MS = 3_600_000

/** A user's passwords, oldest first. */
export function appPasswordsOf({ db }: Storage, userId: string): Promise<AppPasswordRow[]> {
  return db
    .selectFrom('appPasswords')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function addAppPassword({ db }: Storage, row: AppPasswordRow): Promise<void> {
  await db.insertInto('appPasswords').values(row).execute()
}

/** Deletes one; another user's stays. */
export async function removeAppPassword({ db }: Storage, userId: string, id: string): Promise<void> {
  await db.deleteFrom('appPasswords').where('userId', '=', userId).where('id', '=', id).execute()
}

/** Deletes all of a user's. @returns how many there were */
export async function removeAppPasswords({ db }: Storage, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('appPasswords')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countAppPasswords({ db }: Storage, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('appPasswords')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @param column which of the two hashes, or the id, identifies it */
export function appPasswordBy(
  { db }: Storage,
  column: 'id' | 'hash' | 'feverHash',
  value: string,
): Promise<StoredPassword | undefined> {
  return db
    .selectFrom('appPasswords')
    .innerJoin('user', 'user.id', 'appPasswords.userId')
    .selectAll('appPasswords')
    .select(['user.email', 'user.handle', 'user.role', 'user.admin', 'user.deleted'])
    .where(`appPasswords.${column}`, '=', value)
    .executeTakeFirst()
}

/** Records the use, to the hour. */
export async function recordUse(
  { db }: Storage,
  { id, usedAt }: Pick<AppPasswordRow, 'id' | 'usedAt'>,
  now: number,
): Promise<void> {
  if (usedAt !== null && now - usedAt < USE_NOTED_MS) return
  await db.updateTable('appPasswords').set({ usedAt: now }).where('id', '=', id).execute()
}
