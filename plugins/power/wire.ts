import { z } from '../../src/plugin-api/manifest.ts'
import { defineWire, done, envelope, feed, isoTime, profileUser } from '../../src/plugin-api/wire.ts'

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

const achievementType = z.enum(['checking', 'completed', 'incomplete', 'audit', 'received'])
const achievement = z.object({
  id: z.string(),
  userId: z.string(),
  type: achievementType,
  actionId: z.number(),
  progress: z.number(),
  progressMax: z.number(),
  done: z.boolean(),
  doneAt: isoTime.nullable(),
  tx: z.string().nullable(),
  power: powerAmount,
})
export type Achievement = z.infer<typeof achievement>

const named = z.object({ actionId: z.number().int() })
const result = envelope(z.object({ actionId: z.number(), result: z.boolean() }))

/** POWER: wallets and transactions, boosts, achievements (wire-contract 9, 16, 17). */
export default defineWire({
  calls: {
    'wallets.get': {
      at: ['GET', '/wallets', null],
      input: z.object({ userId: z.string().optional() }),
      output: envelope(z.array(wallet)),
    },
    'wallets.create': { at: ['POST', '/wallets', null], input: z.object({}), output: envelope(z.string()) },
    'wallets.refresh': {
      at: ['POST', '/wallets/refresh', null],
      broadcast: false,
      input: z.object({}),
      output: done,
    },
    'wallets.ranking': {
      at: ['GET', '/wallets/ranking', null],
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
    'wallets.powerPrice': {
      at: ['GET', '/wallets/power-price', null],
      input: z.object({}),
      output: envelope(z.object({ rss3: z.number() })),
    },
    /** One's own, newest first: paid or received by oneself, or by a feed of one's own. */
    'wallets.transactions': {
      at: ['GET', '/wallets/transactions', null],
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
      at: ['POST', '/wallets/transactions/tip', null],
      input: z.object({ entryId: z.string(), amount: powerAmount, TOTPCode: code }),
      output: paid,
    },
    'wallets.claimDaily': {
      at: ['POST', '/wallets/transactions/claim_daily', null],
      input: z.object({}),
      output: done,
    },
    /** The same, as the SDK spells it. */
    'wallets.claimDailyOfSdk': {
      at: ['POST', '/wallets/transactions/claim-daily', null],
      input: z.object({}),
      output: done,
    },
    'wallets.claimCheck': {
      at: ['GET', '/wallets/transactions/claim-check', null],
      input: z.object({}),
      output: envelope(z.boolean()),
    },
    'wallets.withdraw': {
      at: ['POST', '/wallets/transactions/withdraw', null],
      input: z.object({
        amount: powerAmount,
        address: z.string().regex(/^0x[0-9a-f]{40}$/i, '0x and forty hex digits'),
        toRss3: z.boolean().optional(),
        TOTPCode: code,
      }),
      output: paid,
    },
    'wallets.airdrop': {
      at: ['GET', '/wallets/airdrop', null],
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
    'wallets.claimAirdrop': { at: ['POST', '/wallets/airdrop', null], input: z.object({}), output: paid },
    'wallets.verifyAirdrop': {
      at: ['PUT', '/wallets/airdrop', null],
      input: z.object({ verify: z.string().min(1).max(500).nullable() }),
      output: done,
    },
    'wallets.grantAirdrop': {
      at: ['POST', '/wallets/airdrops', null],
      admin: true,
      input: z.object({
        userIds: z.array(z.string()).min(1).max(10_000),
        amount: powerAmount,
        detail: z.string().max(500).optional(),
      }),
      output: envelope(z.object({ granted: z.number() })),
    },
    'wallets.audit': {
      at: ['GET', '/wallets/audit', null],
      admin: true,
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
    'boosts.get': {
      at: ['GET', '/boosts', null],
      input: z.object({ feedId: z.string() }),
      output: envelope(
        z.object({
          level: z.number(),
          /** Whole POWER. */
          monthlyBoostCost: z.number(),
          /** Users who boost the feed now. */
          boostCount: z.number(),
          remainingBoostsToLevelUp: z.number(),
          /** The caller's own. */
          lastValidBoost: z.object({ hash: z.string().nullable(), expiresAt: isoTime }).nullable(),
        }),
      ),
    },
    'boosts.boosters': {
      at: ['GET', '/boosts/boosters', null],
      input: z.object({ feedId: z.string() }),
      output: envelope(z.array(profileUser)),
    },
    'boosts.create': {
      at: ['POST', '/boosts', null],
      input: z.object({ feedId: z.string(), amount: powerAmount, TOTPCode: z.string().optional() }),
      output: envelope(z.object({ expiresAt: isoTime, transactionHash: z.string() })),
    },
    'achievement.list': {
      at: ['GET', '/achievement', null],
      effects: true,
      input: z.object({ type: z.enum(['all', ...achievementType.options]).optional() }),
      output: z.object({
        code: z.literal(0),
        data: z.array(achievement),
        done: z.number(),
        total: z.number(),
      }),
    },
    /** Claims the POWER of a completed one. */
    'achievement.receive': { at: ['PUT', '/achievement', null], input: named, output: result },
    'achievement.check': { at: ['POST', '/achievement/check', null], input: named, output: result },
    'achievement.audit': {
      at: ['POST', '/achievement/audit', null],
      input: named.extend({ payload: z.unknown().optional() }),
      output: done,
    },
    'achievement.audits': {
      at: ['GET', '/achievement/audits', null],
      admin: true,
      input: z.object({}),
      output: envelope(
        z.array(
          z.object({ userId: z.string(), user: profileUser, actionId: z.number(), payload: z.unknown() }),
        ),
      ),
    },
    'achievement.decide': {
      at: ['PUT', '/achievement/audits', null],
      admin: true,
      input: named.extend({ userId: z.string(), granted: z.boolean() }),
      output: done,
    },
    /** POWER is made by the ledger of this server alone. */
    'admin.mint': {
      at: ['POST', '/admin/mintdscsafr', null],
      broadcast: false,
      input: z.looseObject({}),
      output: done,
    },
  },
  errors: {
    alreadyClaimed: [4000, 400, 'Already claimed'],
    walletError: [4001, 400, 'User wallet error'],
    insufficientBalance: [4002, 400, 'Insufficient balance'],
    insufficientWithdrawable: [4003, 400, 'Feed insufficient withdrawable balance'],
    targetWalletError: [4004, 400, 'Target user wallet error'],
    dailyPowerInProgress: [4005, 400, 'Daily power calculation in progress'],
    invalidBoostAmount: [4006, 400, 'Invalid boost amount'],
    airdropNotEligible: [4010, 400, 'Airdrop not eligible'],
    airdropSending: [4011, 400, 'Airdrop is sending'],
    airdropSent: [4012, 400, 'Airdrop already sent'],
    airdropNotVerified: [4013, 400, 'Airdrop not verified'],
    achievementNotCompleted: [9000, 400, 'Achievement not completed'],
    achievementReceived: [9001, 400, 'Achievement already received'],
    achievementUnderAudit: [9002, 400, 'Achievement is under audit'],
    achievementAuditNotNeeded: [9003, 400, 'Achievement audit not needed'],
  },
})

/** The numbers of POWER in force; for the browser half. */
export const statusCall = {
  at: ['GET', '/status/configs', 'read'],
  input: z.object({}),
  output: z.object({
    data: z.object({
      DAILY_POWER_PERCENTAGES: z.array(z.number()),
      LEVEL_PERCENTAGES: z.array(z.number()),
      DAILY_POWER_SUPPLY: z.number(),
      DAILY_CLAIM_AMOUNT: z.object({ trial: z.number(), normal: z.number() }),
      TAX_POINT: z.string(),
      PRODUCT_HUNT_VOTE_URL: z.string(),
    }),
  }),
} as const
