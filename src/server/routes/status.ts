import { hasModel } from '../ai/model.ts'
import { hasNoAccount, signUpRule } from '../accounts/sign-up.ts'
import type { Routes } from '../http/routes.ts'
import { limits } from './limits.ts'

/**
 * Lengths are what clients count on: one share per level, one reward more. A supply of 0 hides the reward, as long as
 * no POWER is given out (wire-contract 20).
 */
const rewards = {
  DAILY_POWER_PERCENTAGES: [0, 1, 2, 3, 4],
  LEVEL_PERCENTAGES: [0.01, 0.1, 0.3, 0.6],
  DAILY_POWER_SUPPLY: 0,
  DAILY_CLAIM_AMOUNT: { trial: 2, normal: 20 },
  TAX_POINT: '0',
}

const notices = {
  IS_RSS3_TESTNET: false,
  PRODUCT_HUNT_VOTE_URL: '',
  ANNOUNCEMENT: '',
  IMPORTING_TITLE: 'Importing',
}
const invitations = { INVITATION_ENABLED: false, INVITATION_PRICE: 100, INVITATION_INTERVAL_DAYS: 7 }

export const statusRoutes = {
  'status.configs': async ({ storage, config }) => {
    const SIGNUP = await signUpRule(storage, config)
    const FIRST_ACCOUNT = await hasNoAccount(storage)
    return {
      code: 0,
      data: {
        ...limits,
        ...rewards,
        ...invitations,
        ...notices,
        SIGNUP,
        FIRST_ACCOUNT,
        AI_ENABLED: hasModel(config),
        AI_REQUESTS_PER_DAY: config.AI_REQUESTS_PER_DAY,
        RSSHUB_ENABLED: config.RSSHUB_URL !== '',
      },
    }
  },
} satisfies Routes
