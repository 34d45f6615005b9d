import { z } from 'zod'
import { done, envelope, feed, isoTime, profileUser } from './shapes.ts'
import type { Call } from './call.ts'

/** An amount of POWER: a whole number of 10^-18, as text (wire-contract 16). */
export const powerAmount = z.string().regex(/^\d{1,29}$/, 'a whole number of 10^-18 POWER, as text')
const text = z.string().nullable()
const code = z.string().optional()

/** The level of a user. `activityPoints` 10 to 50 scale the daily reward, 1x to 5x. */
const powerLevel = z.object({
  rank: z.number().nullable(),
  level: z.number().nullable(),
  prevActivityPoints: z.number().nullable(),
  activityPoints: z.number().nullable(),
})

const wallet = z.object({
  userId: z.string(),
  address: text,
  addressIndex: z.number(),
  /** All of it: what was claimed and what was received. */
  powerToken: powerAmount,
  /** Claimed or given out: can be spent, not withdrawn. */
  dailyPowerToken: powerAmount,
  /** Received from others: can be withdrawn. */
  cashablePowerToken: powerAmount,
  /** The amount of today's claim, before tax. */
  todayDailyPower: powerAmount,
  createdAt: isoTime,
  level: powerLevel.nullable(),
})
export type Wallet = z.infer<typeof wallet>

const transactionType = z.enum(['tip', 'mint', 'burn', 'withdraw', 'purchase', 'airdrop'])
const transaction = z.object({
  hash: z.string(),
  powerToken: powerAmount,
  tax: powerAmount,
  type: transactionType,
  createdAt: isoTime,
  comment: text,
  fromUserId: text,
  toUserId: text,
  toFeedId: text,
  toListId: text,
  toEntryId: text,
  toRSSHubId: text,
  fromUser: profileUser.nullable().optional(),
  toUser: profileUser.nullable().optional(),
  toFeed: feed.nullable().optional(),
})
export type Transaction = z.infer<typeof transaction>

const paging = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  offset: z.coerce.number().int().min(0).optional(),
}
const paid = envelope(z.object({ transactionHash: z.string() }))

export const walletsCalls = {
  'wallets.get': { input: z.object({ userId: z.string().optional() }), output: envelope(z.array(wallet)) },
  'wallets.create': { input: z.object({}), output: envelope(z.string()) },
  'wallets.refresh': { broadcast: false, input: z.object({}), output: done },
  'wallets.ranking': {
    input: z.object(paging),
    output: envelope(
      z.array(
        powerLevel.extend({
          userId: z.string(),
          user: profileUser,
          address: z.string(),
          powerToken: powerAmount,
        }),
      ),
    ),
  },
  'wallets.powerPrice': { input: z.object({}), output: envelope(z.object({ rss3: z.number() })) },
  /** One's own, newest first: paid or received by oneself, or by a feed of one's own. */
  'wallets.transactions': {
    input: z.object({
      type: transactionType.optional(),
      hash: z.string().optional(),
      fromUserId: z.string().optional(),
      toUserId: z.string().optional(),
      toFeedId: z.string().optional(),
      fromOrToUserId: z.string().optional(),
      createdAfter: z.string().optional(),
      ...paging,
    }),
    output: envelope(z.array(transaction)),
  },
  'wallets.tip': {
    input: z.object({ entryId: z.string(), amount: powerAmount, TOTPCode: code }),
    output: paid,
  },
  'wallets.claimDaily': { input: z.object({}), output: done },
  /** The same, as the SDK spells it. */
  'wallets.claimDailyOfSdk': { input: z.object({}), output: done },
  'wallets.claimCheck': { input: z.object({}), output: envelope(z.boolean()) },
  'wallets.withdraw': {
    input: z.object({
      amount: powerAmount,
      address: z.string().regex(/^0x[0-9a-f]{40}$/i, '0x and forty hex digits'),
      toRss3: z.boolean().optional(),
      TOTPCode: code,
    }),
    output: paid,
  },
  'wallets.airdrop': {
    input: z.object({}),
    output: envelope(
      z
        .object({
          tx: text,
          amount: powerAmount,
          rank: z.number().nullable(),
          detail: z.unknown(),
          verify: text,
        })
        .nullable(),
    ),
  },
  'wallets.claimAirdrop': { input: z.object({}), output: paid },
  'wallets.verifyAirdrop': {
    input: z.object({ verify: z.string().min(1).max(500).nullable() }),
    output: done,
  },
  'wallets.grantAirdrop': {
    input: z.object({
      userIds: z.array(z.string()).min(1).max(10_000),
      amount: powerAmount,
      detail: z.string().max(500).optional(),
    }),
    output: envelope(z.object({ granted: z.number() })),
  },
  'wallets.audit': {
    input: z.object({}),
    output: envelope(
      z.object({
        transactions: z.number(),
        head: z.string(),
        minted: powerAmount,
        burned: powerAmount,
        supply: powerAmount,
        /** The errors found, as sentences; empty when there are none. */
        problems: z.array(z.string()),
      }),
    ),
  },
} as const satisfies Record<string, Call>
