/** Balances: sums over postings, with the same SQL on both engines. */
import { sql } from 'kysely'
import type { On } from '../tables.ts'
import { fromDigits } from './amount.ts'
import { claimedAccount, receivedAccount } from './account-pair.ts'

/** A user's total and its two parts. */
export type Balance = { readonly total: bigint; readonly claimed: bigint; readonly received: bigint }

/** @returns by account; accounts without postings are omitted */
export async function sumsOf({ db }: On, accounts: readonly string[]): Promise<Map<string, bigint>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('powerPostings')
    .select(['account', ...digitSums])
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  return new Map(rows.map((row) => [row.account, fromDigits(row)]))
}

/** As texts: a sum may be larger than a JavaScript number holds. */
export const digitSums = [
  sql<string>`cast(sum("whole") as text)`.as('whole'),
  sql<string>`cast(sum("middle") as text)`.as('middle'),
  sql<string>`cast(sum("low") as text)`.as('low'),
] as const

/** Balances by user id; contains every requested user. */
export async function balancesOf(on: On, userIds: readonly string[]): Promise<Map<string, Balance>> {
  const sums = await sumsOf(
    on,
    userIds.flatMap((id) => [claimedAccount(id), receivedAccount(id)]),
  )
  return new Map(
    userIds.map((id) => {
      const claimed = sums.get(claimedAccount(id)) ?? 0n
      const received = sums.get(receivedAccount(id)) ?? 0n
      return [id, { total: claimed + received, claimed, received }]
    }),
  )
}
