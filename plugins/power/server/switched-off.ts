/** The calls on a server whose owner has switched POWER off: nothing is there, and nothing can be had. */
import type { WireRequest } from '../../../src/plugin-api/server.ts'
import { refused, refuseUnlessAdmin } from './ledger/refused.ts'
import { powerRules } from './ledger/rules.ts'
import type { Handlers } from './shown.ts'

/** Other clients read the arrays without a check; a supply of 0 hides the reward (client-facts 10). */
export const rulesOfNone = {
  ...powerRules,
  DAILY_POWER_SUPPLY: 0,
  DAILY_CLAIM_AMOUNT: { trial: 0, normal: 0 },
  TAX_POINT: '0',
}

const none = async (): Promise<{ code: 0; data: never[] }> => ({ code: 0, data: [] })
const refuse = async (): Promise<never> => {
  throw refused('walletError', 'POWER is switched off on this server.')
}
const refuseAdmin = async (_: unknown, { user }: WireRequest) => {
  refuseUnlessAdmin(user)
  return refuse()
}

export const callsOfNone: Handlers = {
  'wallets.get': none,
  'wallets.create': refuse,
  'wallets.refresh': refuse,
  'wallets.ranking': none,
  'wallets.powerPrice': async () => ({ code: 0, data: { rss3: 0 } }),
  'wallets.transactions': none,
  'wallets.tip': refuse,
  'wallets.claimDaily': refuse,
  'wallets.claimDailyOfSdk': refuse,
  'wallets.claimCheck': async () => ({ code: 0, data: false }),
  'wallets.withdraw': refuse,
  'wallets.airdrop': async () => ({ code: 0, data: null }),
  'wallets.claimAirdrop': refuse,
  'wallets.verifyAirdrop': refuse,
  'wallets.grantAirdrop': refuseAdmin,
  'wallets.audit': refuseAdmin,
  'boosts.get': async () => ({
    code: 0,
    data: {
      level: 0,
      monthlyBoostCost: 0,
      boostCount: 0,
      remainingBoostsToLevelUp: 0,
      lastValidBoost: null,
    },
  }),
  'boosts.boosters': none,
  'boosts.create': refuse,
  'achievement.list': async () => ({ code: 0, data: [], done: 0, total: 0 }),
  'achievement.receive': refuse,
  'achievement.check': refuse,
  'achievement.audit': refuse,
  'achievement.audits': async (_, { user }) => {
    refuseUnlessAdmin(user)
    return { code: 0, data: [] }
  },
  'achievement.decide': refuseAdmin,
  'admin.mint': refuseAdmin,
}
