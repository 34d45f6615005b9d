/** The chain: every transaction's hash covers its content and the previous hash. Pure. */
import { createHash } from 'node:crypto'
import type { PowerTransactionRow } from '../tables.ts'

/** The previous hash of the first transaction. */
export const GENESIS = `0x${'0'.repeat(64)}`

/** One line of a transaction: what an account gains or loses. */
export type Posting = { readonly account: string; readonly amount: bigint }

/** @returns 0x and 64 hex digits */
export function hashOf(row: Omit<PowerTransactionRow, 'hash'>, postings: readonly Posting[]): string {
  const lines = postings
    .map(({ account, amount }) => [account, String(amount)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const fields = [
    row.previousHash,
    Number(row.position),
    row.key,
    row.kind,
    row.amount,
    row.tax,
    row.fromUserId,
    row.toUserId,
    row.toFeedId,
    row.toListId,
    row.toEntryId,
    row.toRSSHubId,
    row.comment,
    Number(row.createdAt),
    lines,
  ]
  return `0x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`
}
