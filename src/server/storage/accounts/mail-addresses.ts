/** Second addresses of users, such as those of e-readers (migration 0057). */
import type { Storage } from '../open.ts'

/** `code` is a hash, null where the address is confirmed; `codeUntil` in ms since 1970. */
export type MailAddress = { readonly code: string | null; readonly codeUntil: number }

export const mailAddressOf = (
  { db }: Storage,
  userId: string,
  address: string,
): Promise<MailAddress | undefined> =>
  db
    .selectFrom('mailAddresses')
    .select(['code', 'codeUntil'])
    .where('userId', '=', userId)
    .where('address', '=', address)
    .executeTakeFirst()

export async function putMailAddress(
  { db }: Storage,
  userId: string,
  address: string,
  state: MailAddress,
): Promise<void> {
  await db
    .insertInto('mailAddresses')
    .values({ userId, address, ...state })
    .onConflict((on) => on.columns(['userId', 'address']).doUpdateSet(state))
    .execute()
}
