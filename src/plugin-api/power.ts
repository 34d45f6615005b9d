/** The user's POWER: wallet, boosts and achievements. Amounts are whole numbers of 10^-18 POWER as text. */
import type { Achievement } from '../contract/achievements.ts'
import type { Input, Output } from '../contract/calls.ts'
import type { CallName } from '../contract/paths.ts'
import type { Transaction, Wallet } from '../contract/wallets.ts'

export type { Achievement, Transaction, Wallet }

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

/** A part of the input of payments. */
export type CodeInput = { readonly TOTPCode?: string }

type VerbOf<N extends CallName, Group extends string> = N extends `${Group}.${infer Verb}` ? Verb : never
/** The contract's calls of a group. Each rejects with a PluginRefusal in words. */
type CallsOf<Group extends string> = {
  readonly [Verb in VerbOf<CallName, Group>]: (
    input: Input<Extract<CallName, `${Group}.${Verb}`>>,
    /** The server carries a repeated write with the same key out once. */
    options?: { readonly idempotencyKey?: string },
  ) => Promise<Output<Extract<CallName, `${Group}.${Verb}`>>>
}

export type PowerCalls = {
  readonly wallets: CallsOf<'wallets'>
  readonly boosts: CallsOf<'boosts'>
  readonly achievement: CallsOf<'achievement'>
  rules(): Promise<PowerRules>
  /**
   * Makes a payment. Where the server requires the code of the second factor, the reader asks for it and repeats the call
   * with it, also after a wrong one.
   * @param call the same payment each time: give it one idempotency key
   * @returns null when the user closed the question. @throws PluginRefusal for every other failure
   */
  withCode<T>(call: (code: CodeInput) => Promise<T>): Promise<T | null>
}
