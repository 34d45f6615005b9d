/** Rows of the API matrix: POWER, claims, boosts, achievements, invitations. */
import { ONE } from '../../../src/server/power/amount.ts'
import { boostLevelOf } from '../../../src/server/boosts/levels.ts'
import { seedFeed } from '../library.ts'
import { allOthers, forAdmins, plain, type Bad, type Rows } from './row.ts'
import type { Fixtures } from './fixtures.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const month = (people: number): string => String(BigInt(boostLevelOf(people).monthlyCost) * ONE)

/** The refusal of every payment by a user with a second factor. */
const codes = (paid: (world: Fixtures) => object): Bad[] => [
  {
    label: 'no code',
    input: (world) => ({ ...paid(world), TOTPCode: undefined }),
    refusal: 'twoFactorCodeRequired',
  },
  {
    label: 'a wrong code',
    input: (world) => ({ ...paid(world), TOTPCode: '000000' }),
    refusal: 'invalidTwoFactorCode',
  },
]
const tip = (world: Fixtures) => ({ entryId: world.entry, amount: String(10n * ONE), TOTPCode: world.code() })
const boost = async (world: Fixtures) => ({
  feedId: await seedFeed(world.server.storage),
  amount: month(0),
  TOTPCode: world.code(),
})
const withdrawal = (world: Fixtures) => ({ amount: String(ONE), address: ADDRESS, TOTPCode: world.code() })

async function promised({ server, people }: Fixtures): Promise<Record<string, never>> {
  const row = { userId: people.ada.id, amount: String(ONE), rank: 1, detail: null, verify: 'yes' }
  const { db } = server.storage
  await db.deleteFrom('powerAirdrops').execute()
  await db
    .insertInto('powerAirdrops')
    .values({ ...row, sendingAt: null, hash: null })
    .execute()
  return {}
}
async function invitation({ server, people, fresh }: Fixtures): Promise<{ code: string }> {
  const code = fresh()
  const unused = { createdAt: 0, usedAt: null, toUserId: null, hash: null }
  await server.storage.db
    .insertInto('invitations')
    .values({ ...unused, code, fromUserId: people.root.id })
    .execute()
  return { code }
}

/** Ada may submit her vote again. */
async function handingIn({ server, people }: Fixtures) {
  await server.storage.db
    .updateTable('achievements')
    .set({ type: 'incomplete' })
    .where('userId', '=', people.ada.id)
    .where('actionId', '=', 5)
    .execute()
  return { actionId: 5, payload: { username: 'somebody' } }
}

export const powerRows: Rows<
  | `feeds.claim${'Message' | 'Challenge' | 'List'}`
  | `boosts.${'get' | 'boosters' | 'create'}`
  | `wallets.${'get' | 'create' | 'refresh' | 'ranking' | 'powerPrice' | 'transactions' | 'tip' | 'claimDaily' | 'claimDailyOfSdk' | 'claimCheck' | 'withdraw' | 'airdrop' | 'claimAirdrop' | 'verifyAirdrop' | 'grantAirdrop' | 'audit'}`
  | `achievement.${'list' | 'receive' | 'check' | 'audit' | 'audits' | 'decide'}`
  | `invitations.${'list' | 'limitation' | 'create' | 'use'}`
> = {
  'feeds.claimMessage': {
    good: ({ feed }) => ({ feedId: feed }),
    unknown: { feedId: 'feedNotFound' },
    bad: [],
  },
  'feeds.claimChallenge': {
    good: async ({ server }) => ({ feedId: await seedFeed(server.storage) }),
    others: allOthers('ownershipChallengeFailed'),
    unknown: { feedId: 'feedNotFound' },
  },
  'feeds.claimList': plain,
  'boosts.get': { good: ({ feed }) => ({ feedId: feed }), unknown: { feedId: 'feedNotFound' } },
  'boosts.boosters': { good: ({ feed }) => ({ feedId: feed }), unknown: { feedId: 'feedNotFound' } },
  'boosts.create': {
    good: boost,
    others: { tom: 'trialNoPermission' },
    unknown: { feedId: 'feedNotFound' },
    bad: [
      {
        label: 'an amount that buys no months',
        input: (world) => ({ feedId: world.feed, amount: '7', TOTPCode: world.code() }),
        refusal: 'invalidBoostAmount',
      },
      ...codes((world) => ({ feedId: world.feed, amount: month(0) })),
    ],
  },
  'wallets.get': { good: ({ people }) => ({ userId: people.ada.id }), unknown: { userId: 'done' } },
  'wallets.create': plain,
  'wallets.refresh': plain,
  'wallets.ranking': { good: () => ({ limit: 10 }) },
  'wallets.powerPrice': plain,
  'wallets.transactions': {
    good: ({ people }) => ({ fromOrToUserId: people.ada.id }),
    bad: [{ label: 'no time', input: () => ({ createdAfter: 'yesterday' }), refusal: 'invalidParameter' }],
  },
  'wallets.tip': {
    good: tip,
    others: { tom: 'trialNoPermission' },
    unknown: { entryId: 'entryNotFound' },
    bad: [
      ...codes(tip),
      {
        label: 'more than there is',
        input: (world) => ({ ...tip(world), amount: String(10n ** 9n * ONE) }),
        refusal: 'insufficientBalance',
      },
    ],
  },
  'wallets.claimDaily': plain,
  'wallets.claimDailyOfSdk': {
    good: ({ nextDay }) => {
      nextDay()
      return {}
    },
  },
  'wallets.claimCheck': plain,
  'wallets.withdraw': {
    good: withdrawal,
    others: { tom: 'trialNoPermission', bob: 'twoFactorCodeRequired', root: 'twoFactorCodeRequired' },
    bad: [
      ...codes(withdrawal),
      {
        label: 'more than was received',
        input: (world) => ({ ...withdrawal(world), amount: String(120_000n * ONE) }),
        refusal: 'insufficientWithdrawable',
      },
    ],
  },
  'wallets.airdrop': plain,
  'wallets.claimAirdrop': { good: promised, others: allOthers('airdropNotEligible') },
  'wallets.verifyAirdrop': { good: () => ({ verify: 'yes' }), others: allOthers('airdropNotEligible') },
  'wallets.grantAirdrop': {
    good: ({ people }) => ({ userIds: [people.bob.id], amount: String(ONE) }),
    ...forAdmins,
    unknown: { userIds: 'done' },
  },
  'wallets.audit': { ...plain, ...forAdmins },
  'achievement.list': plain,
  'achievement.receive': {
    good: () => ({ actionId: 1 }),
    // Bob and the admin have made lists too, in the row of lists.create.
    others: { tom: 'trialNoPermission' },
    bad: [
      { label: 'one that is not there', input: () => ({ actionId: 99 }), refusal: 'invalidParameter' },
      { label: 'one that is not done', input: () => ({ actionId: 4 }), refusal: 'achievementNotCompleted' },
    ],
  },
  'achievement.check': { good: () => ({ actionId: 1 }) },
  'achievement.audit': {
    good: handingIn,
    others: { tom: 'trialNoPermission' },
    bad: [
      { label: 'one that needs none', input: () => ({ actionId: 4 }), refusal: 'achievementAuditNotNeeded' },
    ],
  },
  'achievement.audits': { ...plain, ...forAdmins },
  'achievement.decide': {
    good: ({ people }) => ({ userId: people.bob.id, actionId: 5, granted: true }),
    ...forAdmins,
    unknown: { userId: 'achievementAuditNotNeeded' },
  },
  'invitations.list': plain,
  'invitations.limitation': plain,
  'invitations.create': {
    good: (world) => ({ TOTPCode: world.code() }),
    others: { tom: 'trialNoPermission' },
    bad: codes(() => ({})),
  },
  'invitations.use': {
    good: invitation,
    by: 'tom',
    others: { ada: 'invitationExists', bob: 'invitationExists', root: 'invitationExists' },
    bad: [{ label: 'a code of nothing', input: () => ({ code: 'nothing' }), refusal: 'invitationNotFound' }],
    // He is on trial from here on.
    after: ({ server, people }) =>
      server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', people.tom.id).execute(),
  },
}
