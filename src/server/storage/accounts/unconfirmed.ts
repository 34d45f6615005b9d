/** Accounts that open only once their address is confirmed (accounts/unconfirmed.ts). */
import type { Storage } from '../open.ts'

/** @returns also true for an unknown id */
export async function isUnconfirmed({ db }: Storage, id: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('mustConfirm').where('id', '=', id).executeTakeFirst()
  return row === undefined || Boolean(row.mustConfirm)
}

export function unconfirmedByEmail(
  { db }: Storage,
  email: string,
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('mustConfirm', '=', true)
    .where('emailVerified', '=', false)
    .executeTakeFirst()
}

/** The address was confirmed by an e-mail. */
export async function confirmUser({ db }: Storage, id: string): Promise<void> {
  await db.updateTable('user').set({ emailVerified: true }).where('id', '=', id).execute()
}
