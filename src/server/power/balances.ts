/** Balances: sums over postings, with the same SQL on both engines. */
import { sql, type Kysely } from 'kysely'
import { idList } from '../storage/engine/id-list.ts'
import type { Kind } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'
import { fromDigits } from './amount.ts'
import { claimedAccount, receivedAccount } from './account-pair.ts'

/** The database, or a transaction on it. */
export type On = { readonly db: Kysely<Schema>; readonly kind: Kind }
/** A user's total and its two parts. */
export type Balance = { readonly total: bigint; readonly claimed: bigint; readonly received: bigint }

/** @returns by account; accounts without postings are omitted */
export async function sumsOf({ db, kind }: On, accounts: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('powerPostings')
    .select(['account', ...digitSums])
    .where('account', 'in', idList(kind, accounts))
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
