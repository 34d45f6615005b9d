import { hasModel } from '../ai/model.ts'
import { hasNoAccount, signUpRule } from '../accounts/sign-up.ts'
import type { Routes } from '../http/routes.ts'
import { powerRules } from '../power/rules.ts'
import { invitationRules, limits } from './limits.ts'

const notices = {
  IS_RSS3_TESTNET: false,
  ANNOUNCEMENT: '',
  IMPORTING_TITLE: 'Importing',
}

export const statusRoutes = {
  'status.configs': async ({ storage, config }) => {
    const { PRODUCT_HUNT_VOTE_URL } = config
    const SIGNUP = await signUpRule(storage, config)
    const FIRST_ACCOUNT = await hasNoAccount(storage)
    return {
      code: 0,
      data: {
        ...limits,
        ...powerRules,
        ...invitationRules,
        PRODUCT_HUNT_VOTE_URL,
        ...notices,
        SIGNUP,
        FIRST_ACCOUNT,
        AI_ENABLED: hasModel(config),
        AI_REQUESTS_PER_DAY: config.AI_REQUESTS_PER_DAY,
        MAIL_ENABLED: config.SMTP_URL !== '',
        CAPTCHA_SITE_KEY: config.CAPTCHA_HCAPTCHA_SECRET ? config.CAPTCHA_HCAPTCHA_SITE_KEY : '',
        RSSHUB_ENABLED: config.RSSHUB_URL !== '',
      },
    }
  },
} satisfies Routes
