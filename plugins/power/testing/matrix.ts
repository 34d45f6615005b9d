/** Who may call what of wire.ts, for the tests of every call of the contract. */
import type { Fixtures } from '../../../tests/support/api-matrix/fixtures.ts'
import {
  allOthers,
  forAdmins,
  plain,
  type Bad,
  type PluginMatrix,
} from '../../../tests/support/api-matrix/row.ts'
import { seedFeed } from '../../../tests/support/library.ts'
import { boostLevelOf } from '../server/boosts/levels.ts'
import { ONE } from '../server/ledger/amount.ts'
import { audit } from '../server/ledger/audit.ts'
import { charge } from '../server/ledger/charge.ts'
import { ensureWallet } from '../server/ledger/wallets.ts'
import { ledgerOf, on } from './ledger.ts'

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
  const { db } = on(server.storage)
  await db.deleteFrom('powerAirdrops').execute()
  await db
    .insertInto('powerAirdrops')
    .values({ ...row, sendingAt: null, hash: null })
    .execute()
  return {}
}
/** Ada may submit her vote again. */
async function handingIn({ server, people }: Fixtures) {
  await on(server.storage)
    .db.updateTable('achievements')
    .set({ type: 'incomplete' })
    .where('userId', '=', people.ada.id)
    .where('actionId', '=', 5)
    .execute()
  return { actionId: 5, payload: { username: 'somebody' } }
}

export default {
  unbroadcast: ['admin.mint', 'wallets.refresh'],
  env: () => ({ PRODUCT_HUNT_VOTE_URL: 'https://vote.example/' }),
  /** All but Tom have what they may spend, and what they may withdraw. */
  async prepare({ server, people }) {
    for (const { id } of [people.root, people.ada, people.bob]) {
      await ensureWallet(on(server.storage), id, Date.now())
      const gift = { from: 'mint', amount: 100_000n * ONE, kind: 'mint' } as const
      await charge(ledgerOf(server.services), { ...gift, to: { claimed: id }, key: `claimed ${id}` })
      await charge(ledgerOf(server.services), { ...gift, to: { user: id }, key: `received ${id}` })
    }
  },
  async problems(storage) {
    const { problems, supply, minted, burned } = await audit(on(storage))
    if (supply === minted - burned) return problems
    return [`supply ${supply}, minted ${minted}, burned ${burned}`, ...problems]
  },
  addresses: { 'wallets.withdraw address': 'no address' },
  retained: {
    'powerTransactions.fromUserId':
      'stays, a number that names nobody: the chain of the ledger proves every row',
    'powerTransactions.toUserId': 'stays, as the one above',
  },
  rows: {
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
        {
          label: 'one that needs none',
          input: () => ({ actionId: 4 }),
          refusal: 'achievementAuditNotNeeded',
        },
      ],
    },
    'achievement.audits': { ...plain, ...forAdmins },
    'achievement.decide': {
      good: ({ people }) => ({ userId: people.bob.id, actionId: 5, granted: true }),
      ...forAdmins,
      unknown: { userId: 'achievementAuditNotNeeded' },
    },
    'admin.mint': { ...plain, by: 'root', refused: 'unprocessable', others: forAdmins.others },
  },
} satisfies PluginMatrix
