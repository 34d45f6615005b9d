/** The server's settings, read from the environment once (design.md 2). */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)
const optional = z.string().trim().default('')
const separated = optional.transform((list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const environment = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  /** 0 takes any free port; the ready line names it. */
  PORT: port.default(4310),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]).default(''),
  PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  SIGNUP: z.enum(['', 'open', 'trial', 'invite', 'closed']).default(''),
  /** Hosts or CIDRs that the outbound guard lets through. */
  FETCH_ALLOW: separated,
  /** The proxies in front of this server, as addresses or CIDRs: X-Forwarded-For is believed from them alone. */
  TRUSTED_PROXIES: separated.transform((proxies, context) => {
    const ranges = proxies.map(rangeOf)
    const wrong = proxies.filter((_, index) => ranges[index] === null)
    if (wrong.length > 0)
      context.addIssue({ code: 'custom', message: `no address and no CIDR: ${wrong.join(', ')}` })
    return ranges.filter((range) => range !== null)
  }),
  RSSHUB_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** The mail server for what we write to people: smtp://name:password@host:port; empty: no letters. */
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  /** Who our letters are from: an address, or `Name <address>`. */
  MAIL_FROM: optional,
  GITHUB_CLIENT_ID: optional,
  GITHUB_CLIENT_SECRET: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  APPLE_CLIENT_ID: optional,
  APPLE_CLIENT_SECRET: optional,
  /** Any OpenID Connect provider: the address below which /.well-known/openid-configuration stands. */
  OIDC_ISSUER: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  /** What stands on its button. */
  OIDC_NAME: z.string().trim().min(1).default('Single sign-on'),
  /** hCaptcha for sign-in, sign-up and forgotten passwords; reCAPTCHA where POWER is claimed. Empty: nobody is asked. */
  CAPTCHA_HCAPTCHA_SITE_KEY: optional,
  CAPTCHA_HCAPTCHA_SECRET: optional,
  CAPTCHA_RECAPTCHA_SECRET: optional,
  CAPTCHA_HCAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).default('https://api.hcaptcha.com/siteverify'),
  CAPTCHA_RECAPTCHA_VERIFY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.google.com/recaptcha/api/siteverify'),
  /** Any endpoint that speaks OpenAI's chat completions, up to and without /chat/completions; empty: no model. */
  AI_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  AI_API_KEY: optional,
  AI_MODEL: optional,
  /** How often one person may ask the model in a day (UTC); 0: as often as they like. */
  AI_REQUESTS_PER_DAY: z.coerce.number().int().min(0).default(300),
  /** How long the model may take for an answer, or for the next piece of one. */
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(600).default(60),
  /** host:port where mail for inboxes is taken in; empty: nowhere. */
  SMTP_LISTEN: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .regex(/^\S+:\d{1,5}$/, 'host:port'),
    ])
    .default(''),
  /** What stands behind the @ of an inbox's address. */
  INBOX_DOMAIN: optional,
  /** What a mail gateway shows at /api/inboxes/email as `Authorization: Bearer`; empty: no gateway. */
  MAIL_GATEWAY_SECRET: optional,
  /** Where readers may vote for this server; empty: the achievement for it is not shown. */
  PRODUCT_HUNT_VOTE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})
export type Config = z.output<typeof environment>

/** An address counts as a range of one. */
function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** @throws with the names of all variables that are wrong, one a line */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not right:\n${lines.join('\n')}`)
}
