/** Payer and payee of a transfer, and their ledger accounts. */

/**
 * - `user`: pays from what was claimed first, then from what was received; receives what may be withdrawn.
 * - `claimed`: receives what may be spent but not withdrawn (daily claims, rewards, airdrops).
 * - `withdrawable`: pays only from what was received.
 * - `feed`: tips reserved for a feed until it is claimed.
 * - `mint`, `burn`, `withdrawn`: source of new POWER, sink of burned POWER, and POWER that left for another ledger.
 */
export type AccountPair =
  | { readonly user: string }
  | { readonly claimed: string }
  | { readonly withdrawable: string }
  | { readonly feed: string }
  | 'mint'
  | 'burn'
  | 'withdrawn'

export const MINT = 'mint'
export const TAX = 'tax'
export const claimedAccount = (userId: string): string => `claimed:${userId}`
export const receivedAccount = (userId: string): string => `received:${userId}`
export const feedAccount = (feedId: string): string => `feed:${feedId}`

/** The user of an account pair, or null. */
export function holderOf(pair: AccountPair): string | null {
  if (typeof pair === 'string') return null
  if ('user' in pair) return pair.user
  if ('claimed' in pair) return pair.claimed
  return 'withdrawable' in pair ? pair.withdrawable : null
}

/** The accounts debited, in this order. */
export function payingAccounts(pair: AccountPair): string[] {
  if (typeof pair === 'string') return [pair]
  if ('user' in pair) return [claimedAccount(pair.user), receivedAccount(pair.user)]
  if ('claimed' in pair) return [claimedAccount(pair.claimed)]
  return 'feed' in pair ? [feedAccount(pair.feed)] : [receivedAccount(pair.withdrawable)]
}

/** The account credited. */
export function receivingAccount(pair: AccountPair): string {
  if (typeof pair === 'string') return pair
  if ('user' in pair) return receivedAccount(pair.user)
  if ('claimed' in pair) return claimedAccount(pair.claimed)
  return 'feed' in pair ? feedAccount(pair.feed) : receivedAccount(pair.withdrawable)
}
