import { hasModel } from '../language-model/model.ts'
import { showsCaptcha } from '../accounts/captcha.ts'
import { hasNoAccount, signUpRule } from '../accounts/sign-up.ts'
import type { Config } from '../config.ts'
import type { Routes } from '../http/routes.ts'
import { invitationRules, limits } from './limits.ts'

const notices = {
  IS_RSS3_TESTNET: false,
  IMPORTING_TITLE: 'Importing',
}

/** Without INBOX_DOMAIN the server accepts mail for any domain; its public host certainly leads here. */
function inboxDomain({ SMTP_LISTEN, MAIL_GATEWAY_SECRET, INBOX_DOMAIN, PUBLIC_URL }: Config): string {
  if (SMTP_LISTEN === '' && MAIL_GATEWAY_SECRET === '') return ''
  return INBOX_DOMAIN || (PUBLIC_URL ? new URL(PUBLIC_URL).hostname : '')
}

export const statusRoutes = {
  'status.configs': async ({ storage, config, payments, addedConfigs }) => {
    const SIGNUP = await signUpRule(storage, config)
    const PAYMENTS = payments.areOn()
    const FIRST_ACCOUNT = await hasNoAccount(storage)
    return {
      data: {
        ...limits,
        ...invitationRules,
        PAYMENTS,
        INVITATION_PRICE: PAYMENTS ? invitationRules.INVITATION_PRICE : 0,
        ANNOUNCEMENT: config.ANNOUNCEMENT,
        ...notices,
        SIGNUP,
        FIRST_ACCOUNT,
        LOCAL_SIGNIN: config.LOCAL_SIGNIN === 'on',
        APP_PASSWORDS: config.APP_PASSWORDS === 'on',
        AI_ENABLED: hasModel(config),
        AI_REQUESTS_PER_DAY: config.AI_REQUESTS_PER_DAY,
        MAIL_ENABLED: config.SMTP_URL !== '',
        INBOX_DOMAIN: inboxDomain(config),
        CAPTCHA_SITE_KEY: showsCaptcha(config) ? config.CAPTCHA_HCAPTCHA_SITE_KEY : '',
        CAPTCHA_SCRIPT_URL: showsCaptcha(config) ? config.CAPTCHA_HCAPTCHA_SCRIPT_URL : '',
        FETCHER_ENABLED: config.FETCHER_URL !== '',
        ...addedConfigs,
      },
    }
  },
} satisfies Routes
