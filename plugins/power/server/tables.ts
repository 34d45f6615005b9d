/** The ledger, wallets, boosts and achievements. */
import type { Kysely } from 'kysely'
import type { CoreTables } from '../../../src/plugin-api/server.ts'

/** The kind of a ledger transaction (wire-contract 16). */
export type PowerKind = 'tip' | 'mint' | 'burn' | 'withdraw' | 'purchase' | 'airdrop'
/** One transaction of the POWER ledger; amounts are decimal texts in 10^-18 POWER. */
export type PowerTransactionRow = {
  position: number
  hash: string
  previousHash: string
  key: string
  kind: PowerKind
  amount: string
  tax: string
  fromUserId: string | null
  toUserId: string | null
  toFeedId: string | null
  toListId: string | null
  toEntryId: string | null
  toRSSHubId: string | null
  comment: string | null
  createdAt: number
}

/** The change of one account by a transaction: whole · 10^18 + middle · 10^9 + low, all of one sign. */
export type PowerPostingRow = {
  position: number
  account: string
  whole: number
  middle: number
  low: number
}

/** A user's rank at the beginning of a day (UTC), and the day's reward in 10^-18 POWER. */
export type PowerStandingRow = {
  day: string
  userId: string
  rank: number
  level: number
  activityPoints: number
  previousActivityPoints: number | null
  reward: string
}

export type PowerAirdropRow = {
  userId: string
  amount: string
  rank: number | null
  detail: string | null
  verify: string | null
  sendingAt: number | null
  hash: string | null
}

/** A boost of a feed; `hash` is the transaction that paid for it. */
export type BoostRow = {
  hash: string
  feedId: string
  userId: string
  months: number
  createdAt: number
  expiresAt: number
}

export type AchievementRow = {
  userId: string
  actionId: number
  id: string
  type: 'checking' | 'completed' | 'incomplete' | 'audit' | 'received'
  progress: number
  doneAt: number | null
  hash: string | null
  payload: string | null
}

/** Those of `CoreTables` are the server's, to read. */
export type Tables = {
  boosts: BoostRow
  achievements: AchievementRow
  powerTransactions: PowerTransactionRow
  powerPostings: PowerPostingRow
  wallets: { userId: string; address: string; addressIndex: number; createdAt: number }
  powerDays: {
    day: string
    startedAt: number
    doneAt: number | null
    headPosition: number | null
    headHash: string | null
  }
  powerStandings: PowerStandingRow
  powerAirdrops: PowerAirdropRow
} & CoreTables
export type Db = Kysely<Tables>

/** The database, or a transaction on it. */
export type On = { readonly db: Db; readonly kind: 'sqlite' | 'postgres' }

/** Splits rows into batches below both engines' limits on parameters. */
export const batches = <T>(rows: readonly T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
