import { z } from 'zod'
import { envelope } from './shapes.ts'
import type { Call } from './call.ts'

/** The numbers in force on this server (wire-contract 20). */
const configs = z.object({
  MAX_SUBSCRIPTIONS: z.number(),
  MAX_LISTS: z.number(),
  MAX_ACTIONS: z.number(),
  MAX_INBOXES: z.number(),
  MAX_WEBHOOKS_PER_ACTION: z.number(),
  MAX_TRIAL_USER_FEED_SUBSCRIPTION: z.number(),
  MAX_TRIAL_USER_LIST_SUBSCRIPTION: z.number(),
  INVITATION_ENABLED: z.boolean(),
  INVITATION_PRICE: z.number(),
  INVITATION_INTERVAL_DAYS: z.number(),
  /** Ours: whether anything can cost something on this server. */
  PAYMENTS: z.boolean().optional(),
  IS_RSS3_TESTNET: z.boolean(),
  ANNOUNCEMENT: z.string(),
  IMPORTING_TITLE: z.string(),
  /** Ours: whether sign-up is open; for the first account it always is. */
  SIGNUP: z.enum(['open', 'invite', 'closed']),
  /** Ours: whether a language model is set up, and the requests per user and day; 0 is unlimited. */
  AI_ENABLED: z.boolean().optional(),
  AI_REQUESTS_PER_DAY: z.number().optional(),
  /** Ours: whether pages can be fetched through an outside fetcher, which runs their scripts. */
  FETCHER_ENABLED: z.boolean().optional(),
  /** Ours: whether the server can send e-mail: to confirm an address, or for a forgotten password. */
  MAIL_ENABLED: z.boolean().optional(),
  /** Ours: the part of inbox addresses after the @; empty where the server receives no mail. */
  INBOX_DOMAIN: z.string().optional(),
  /** Ours: hCaptcha's key of this site; sign-in, sign-up and forgotten passwords then need `x-token: hc:…`. */
  CAPTCHA_SITE_KEY: z.string().optional(),
  /** Ours: the address of hCaptcha's script; empty without a captcha. */
  CAPTCHA_SCRIPT_URL: z.string().optional(),
  /** Ours: whether passwords, passkeys and the sign-up form are open. */
  LOCAL_SIGNIN: z.boolean().optional(),
  /** Ours: whether other apps can sign in with app passwords. */
  APP_PASSWORDS: z.boolean().optional(),
  /** Ours: there is no account yet, so the next user to sign up becomes the admin. */
  FIRST_ACCOUNT: z.boolean(),
})
export type Configs = z.infer<typeof configs>

export const statusCalls = {
  'status.configs': { input: z.object({}), output: envelope(configs), open: true },
} as const satisfies Record<string, Call>
