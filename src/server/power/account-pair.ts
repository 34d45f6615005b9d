/** Whom POWER comes from and goes to, and the accounts of the ledger behind them. */

/**
 * - `user`: pays from what was claimed first, then from what was received; receives what may be withdrawn.
 * - `claimed`: receives what may be spent but not withdrawn (daily claims, rewards, airdrops).
 * - `withdrawable`: pays only from what was received.
 * - `feed`: tips held for a feed until somebody claims it.
 * - `mint`, `burn`, `withdrawn`: where POWER begins, where it ends, and what left for another ledger.
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

/** The person behind a purse, or null. */
export function holderOf(purse: AccountPair): string | null {
  if (typeof purse === 'string') return null
  if ('user' in purse) return purse.user
  if ('claimed' in purse) return purse.claimed
  return 'withdrawable' in purse ? purse.withdrawable : null
}

/** The accounts that a purse pays from, in this order. */
export function payingAccounts(purse: AccountPair): string[] {
  if (typeof purse === 'string') return [purse]
  if ('user' in purse) return [claimedAccount(purse.user), receivedAccount(purse.user)]
  if ('claimed' in purse) return [claimedAccount(purse.claimed)]
  return 'feed' in purse ? [feedAccount(purse.feed)] : [receivedAccount(purse.withdrawable)]
}

/** The account that a purse receives into. */
export function receivingAccount(purse: AccountPair): string {
  if (typeof purse === 'string') return purse
  if ('user' in purse) return receivedAccount(purse.user)
  if ('claimed' in purse) return claimedAccount(purse.claimed)
  return 'feed' in purse ? feedAccount(purse.feed) : receivedAccount(purse.withdrawable)
}
