/** The user's POWER: wallet, boosts and achievements. Amounts are whole numbers of 10^-18 POWER as text. */
import type { Achievement } from '../contract/achievements.ts'
import type { Transaction, Wallet } from '../contract/wallets.ts'
import type { CallsOf, CodeInput, WithCode } from './calls.ts'

export type { Achievement, CodeInput, Transaction, Wallet }

/** The rules of this server (wire-contract 16, 20). */
export type PowerRules = {
  /** Whole POWER a day, for each user who claims it. */
  readonly claimAmount: { readonly trial: number; readonly normal: number }
  /** Whole POWER a day, shared by all users; 0: none. */
  readonly dailySupply: number
  /** Shares of the daily supply by level, level 0 first. */
  readonly supplyShares: readonly number[]
  /** Ranks by level, highest level first: cumulative shares of all users. */
  readonly rankShares: readonly number[]
  /** Of ten thousand, on tips, purchases and mints. */
  readonly taxPoint: number
  /** Where users vote for the achievement that an admin decides on; empty: nowhere. */
  readonly voteUrl: string
}

export type PowerCalls = {
  readonly wallets: CallsOf<'wallets'>
  readonly boosts: CallsOf<'boosts'>
  readonly achievement: CallsOf<'achievement'>
  rules(): Promise<PowerRules>
  readonly withCode: WithCode
}
