/** What the browser half requests of the server. */
import type { ClientHost } from '../../src/plugin-api/client.ts'
import type { z } from '../../src/plugin-api/manifest.ts'
import wire, { statusCall } from './wire.ts'

const { calls } = wire
type Calls = typeof calls
type Send<N extends keyof Calls> = (
  input: z.input<Calls[N]['input']>,
  /** The server carries a repeated write with the same key out once. */
  options?: { readonly idempotencyKey?: string },
) => Promise<z.output<Calls[N]['output']>>

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

export type PowerCalls = ReturnType<typeof createPowerCalls>

/** Amounts are whole numbers of 10^-18 POWER as text. */
export function createPowerCalls(send: ClientHost['wire']) {
  const call =
    <N extends keyof Calls>(name: N): Send<N> =>
    (input, options) =>
      send(calls[name], input, options)
  return {
    wallets: {
      get: call('wallets.get'),
      create: call('wallets.create'),
      ranking: call('wallets.ranking'),
      transactions: call('wallets.transactions'),
      tip: call('wallets.tip'),
      claimDaily: call('wallets.claimDaily'),
      claimCheck: call('wallets.claimCheck'),
      withdraw: call('wallets.withdraw'),
      airdrop: call('wallets.airdrop'),
      claimAirdrop: call('wallets.claimAirdrop'),
      verifyAirdrop: call('wallets.verifyAirdrop'),
      grantAirdrop: call('wallets.grantAirdrop'),
      audit: call('wallets.audit'),
    },
    boosts: {
      get: call('boosts.get'),
      boosters: call('boosts.boosters'),
      create: call('boosts.create'),
    },
    achievement: {
      list: call('achievement.list'),
      receive: call('achievement.receive'),
      check: call('achievement.check'),
      audit: call('achievement.audit'),
      audits: call('achievement.audits'),
      decide: call('achievement.decide'),
    },
    async rules(): Promise<PowerRules> {
      const { data } = await send(statusCall, {})
      return {
        claimAmount: data.DAILY_CLAIM_AMOUNT,
        dailySupply: data.DAILY_POWER_SUPPLY,
        supplyShares: data.DAILY_POWER_PERCENTAGES,
        rankShares: data.LEVEL_PERCENTAGES,
        taxPoint: Number(data.TAX_POINT),
        voteUrl: data.PRODUCT_HUNT_VOTE_URL,
      }
    },
    withCode: send.withCode,
  }
}
