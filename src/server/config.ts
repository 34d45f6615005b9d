/** The server's settings, read from the environment once (design.md 2). */
import { readFileSync } from 'node:fs'
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
/** Addresses or CIDRs. */
const networks = separated.transform((items, context) => {
  const ranges = items.map(rangeOf)
  const wrong = items.filter((_, index) => ranges[index] === null)
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `no address and no CIDR: ${wrong.join(', ')}` })
  return ranges.filter((range) => range !== null)
})

/**
 * By these parts of a path the service worker recognises requests for the server; it cannot know where the
 * path of PUBLIC_URL ends (vite.config.ts).
 */
const RESERVED = ['api', 'avatars', 'feed', 'list', 'pictures', 'plugins', 'profile', 'recordings', 'share']
const PATH_RULE = `its path has letters, digits and . _ ~ - between slashes, and no part called ${RESERVED.join(', ')}`

const environment = z
  .object({
    HOST: z.string().trim().min(1).default('127.0.0.1'),
    /** 0 picks a free port; the ready line names it. */
    PORT: port.default(4310),
    /** The path of a Unix socket that takes the place of HOST and PORT; empty: none. */
    SOCKET: optional,
    DATA_DIR: z.string().trim().min(1).default('./data'),
    DATABASE_URL: z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]).default(''),
    /** With a path if the server is below one. */
    PUBLIC_URL: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).refine(isPublicAddress, PATH_RULE)])
      .default(''),
    SIGNUP: z.enum(['', 'open', 'trial', 'invite', 'closed']).default(''),
    /** `off`: passwords, passkeys and the sign-up form are closed (accounts/local-sign-in.ts). */
    LOCAL_SIGNIN: z.enum(['on', 'off']).default('on'),
    /** `off`: other apps cannot sign in. */
    APP_PASSWORDS: z.enum(['on', 'off']).default('on'),
    /** Hosts or CIDRs that the outbound guard allows. */
    FETCH_ALLOW: separated,
    /** The proxies in front of this server, as addresses or CIDRs: X-Forwarded-For is trusted from these alone. */
    TRUSTED_PROXIES: networks,
    /** The request header in which a proxy names the address of the user whom it has authenticated; empty: none. */
    FORWARD_AUTH_HEADER: optional,
    /** The proxies that may send it, as addresses or CIDRs. */
    FORWARD_AUTH_PROXIES: networks,
    /** Megabytes that an account may store of its own: inboxes, saved pages, highlights, plugins; 0: without a limit. */
    ACCOUNT_MB: z.coerce.number().int().min(0).max(1_000_000).default(2000),
    /** Which pictures the reader loads through this server: `insecure`, those that have no TLS while the reader has it. */
    IMAGE_PROXY: z.enum(['off', 'insecure', 'all']).default('insecure'),
    /** Megabytes of its cache on disk; 0: none. */
    IMAGE_CACHE_MB: z.coerce.number().int().min(0).max(1_000_000).default(500),
    /** Maximum megabytes of a recording that the reader downloads through this server; 0: none. */
    RECORDING_MB: z.coerce.number().int().min(0).max(10_000).default(500),
    /** A service that fetches pages with a browser (outbound/outside-fetcher.ts); its address may hold a token; empty: none. */
    FETCHER_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    /** The mail server for outgoing e-mail: smtp://name:password@host:port; empty: no e-mail. */
    SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
    /** The sender of outgoing e-mail: an address, or `Name <address>`. */
    MAIL_FROM: optional,
    GITHUB_CLIENT_ID: optional,
    GITHUB_CLIENT_SECRET: optional,
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    APPLE_CLIENT_ID: optional,
    APPLE_CLIENT_SECRET: optional,
    /** Any OpenID Connect provider: the URL below which /.well-known/openid-configuration is found. */
    OIDC_ISSUER: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    OIDC_CLIENT_ID: optional,
    OIDC_CLIENT_SECRET: optional,
    /** The label of its button. */
    OIDC_NAME: z.string().trim().min(1).default('Single sign-on'),
    /** hCaptcha for sign-in, sign-up and forgotten passwords; reCAPTCHA for calls of plugins that demand one. Empty: no captcha. */
    CAPTCHA_HCAPTCHA_SITE_KEY: optional,
    CAPTCHA_HCAPTCHA_SECRET: optional,
    CAPTCHA_RECAPTCHA_SECRET: optional,
    /** The script that browsers load for it. */
    CAPTCHA_HCAPTCHA_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default('https://js.hcaptcha.com/1/api.js'),
    CAPTCHA_HCAPTCHA_VERIFY_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://api.hcaptcha.com/siteverify'),
    CAPTCHA_RECAPTCHA_VERIFY_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://www.google.com/recaptcha/api/siteverify'),
    /** Any endpoint of the OpenAI chat completions API, up to and without /chat/completions; empty: no model. */
    AI_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    AI_API_KEY: optional,
    AI_MODEL: optional,
    /** How many model requests a user may make in a day (UTC); 0: unlimited. */
    AI_REQUESTS_PER_DAY: z.coerce.number().int().min(0).default(300),
    /** Timeout for a response of the model, and for each chunk of one. */
    AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(600).default(60),
    /** host:port of the SMTP server for inboxes; empty: none. */
    SMTP_LISTEN: z
      .union([
        z.literal(''),
        z
          .string()
          .trim()
          .regex(/^\S+:\d{1,5}$/, 'host:port'),
      ])
      .default(''),
    /** The domain of inbox addresses. */
    INBOX_DOMAIN: optional,
    /** The secret that a mail gateway sends to /api/inboxes/email as `Authorization: Bearer`; empty: no gateway. */
    MAIL_GATEWAY_SECRET: optional,
    /** The secret with which a monitor reads /metrics; empty: there is no /metrics. */
    METRICS_TOKEN: z.union([z.literal(''), z.string().trim().min(16)]).default(''),
    /** Where users may vote for this server; empty: its achievement is hidden. */
    /** Shown once to every user: `{id, title, content}` as JSON, the content in Markdown; empty: nothing. */
    ANNOUNCEMENT: z
      .string()
      .trim()
      .refine(isAnnouncement, 'JSON with the strings id, title and content')
      .default(''),
    /** `on`: server halves of plugins that users install run here, in a sandbox of QuickJS. */
    PLUGIN_SERVER_HALVES: z.enum(['on', 'off']).default('off'),
    /** The folder of nightly backups; empty: none. */
    BACKUP_DIR: optional,
    /** From which hour on (UTC) a backup is made. */
    BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
    /** How many days of them are stored. */
    BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .refine(
    ({ FORWARD_AUTH_HEADER, FORWARD_AUTH_PROXIES }) =>
      !FORWARD_AUTH_HEADER || FORWARD_AUTH_PROXIES.length > 0,
    { path: ['FORWARD_AUTH_PROXIES'], message: 'needed with FORWARD_AUTH_HEADER: who may send it' },
  )
export type Config = z.output<typeof environment>

function isPublicAddress(address: string): boolean {
  const { pathname = '', search = '', hash = '' } = URL.parse(address) ?? {}
  const hasReserved = pathname.split('/').some((part) => RESERVED.includes(part))
  return /^(\/[\w.~-]+)*\/?$/.test(pathname) && !hasReserved && search + hash === ''
}

function isAnnouncement(text: string): boolean {
  if (text === '') return true
  try {
    return announcement.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
const announcement = z.object({ id: z.string().min(1), title: z.string().min(1), content: z.string() })

/** An address counts as a range of one. */
function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export type Env = Readonly<Record<string, string | undefined>>

/** @throws with the names of all invalid variables, one per line */
export const readConfig = (env: Env): Config => readEnvironment(environment, env)

/** Reads the variables of a schema, each from the file that NAME_FILE names where that is set. @throws as {@link readConfig} */
export function readEnvironment<S extends z.ZodObject>(schema: S, env: Env): z.output<S> {
  const { values, problems } = withFiles(Object.keys(schema.shape), env)
  const parsed = schema.safeParse(values)
  if (parsed.success && problems.length === 0) return parsed.data
  const issues = parsed.error?.issues ?? []
  const lines = [...problems, ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)]
  throw new Error(`Invalid environment variables:\n${lines.join('\n')}`)
}

/** The settings; a value is read from the file that `NAME_FILE` names, as systems pass secrets in files. */
function withFiles(names: readonly string[], env: Env): { values: Env; problems: readonly string[] } {
  const values: Record<string, string | undefined> = {}
  const problems: string[] = []
  for (const name of names) {
    values[name] = env[name]
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) problems.push(`${name}_FILE: ${name} is set too; unset one of them`)
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE: ${file} cannot be read (${code})`)
    }
  }
  return { values, problems }
}
