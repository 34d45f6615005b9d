/** Wallets: a user with one can receive and spend POWER. */
import { randomBytes } from 'node:crypto'
import type { On } from '../tables.ts'

export type Wallet = {
  readonly userId: string
  readonly address: string
  readonly addressIndex: number
  readonly createdAt: number
}

export const walletOf = ({ db }: On, userId: string): Promise<Wallet | undefined> =>
  db.selectFrom('wallets').selectAll().where('userId', '=', userId).executeTakeFirst()

/** The wallet of a user, created if missing. @param now ms since 1970 */
export async function ensureWallet(on: On, userId: string, now: number): Promise<Wallet> {
  const existing = await walletOf(on, userId)
  if (existing) return existing
  const count = await on.db
    .selectFrom('wallets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await on.db
    .insertInto('wallets')
    // Not on a blockchain: the format is what clients show and copy (wire-contract 16).
    .values({
      userId,
      address: `0x${randomBytes(20).toString('hex')}`,
      addressIndex: Number(count.count),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  const made = await walletOf(on, userId)
  if (!made) throw new Error('A wallet that was just made is not there.')
  return made
}
