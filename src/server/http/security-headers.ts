/** Restricts what a response may do when it is opened as a page. Each response has one of four policies. */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { showsCaptcha } from '../accounts/captcha.ts'
import type { Config } from '../config.ts'

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>
type Policy = NonNullable<Options['contentSecurityPolicy']>

/**
 * Headers of the client's files, set before those of {@link securityHeaders}, which keeps them; a worker takes its policy
 * from its own file. Scripts come from this origin alone, inline ones are allowed by hash; `wasm-unsafe-eval` is for the
 * local database, inline styles and foreign pictures, media and frames are for entry content. Not a middleware: the
 * hashes are known only when the file has been read, and hono writes a policy before.
 * @param scripts hashes of the inline scripts, as `'sha256-…'`
 * @param connect origins that plugins may send requests to
 */
export const readerPolicy = (
  scripts: readonly string[],
  config: ReaderPolicyConfig,
  connect: readonly string[] = [],
): string => {
  const captcha = captchaSources(config)
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts, ...captcha].join(' '),
    ["style-src 'self' 'unsafe-inline'", ...captcha].join(' '),
    pictureSources(config),
    'media-src http: https: data: blob:',
    "font-src 'self' data:",
    "frame-src 'self' https:",
    ["connect-src 'self'", ...captcha, ...connect].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The page in which a plugin from elsewhere runs. Its only script is allowed by hash: with `'self'` the plugin's worker could
 * send requests to this server by `import()`. The sandbox gives it an opaque origin, so that it has no session and no storage.
 */
export const pluginFramePolicy = (scripts: readonly string[]): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** What {@link readerPolicy} depends on. */
export type ReaderPolicyConfig = Pick<
  Config,
  | 'IMAGE_PROXY'
  | 'PUBLIC_URL'
  | 'CAPTCHA_HCAPTCHA_SITE_KEY'
  | 'CAPTCHA_HCAPTCHA_SECRET'
  | 'CAPTCHA_HCAPTCHA_SCRIPT_URL'
>

/** The captcha is the only foreign script. Its own service documents which hosts it uses. */
function captchaSources(config: ReaderPolicyConfig): string[] {
  if (!showsCaptcha(config)) return []
  const { origin, hostname } = new URL(config.CAPTCHA_HCAPTCHA_SCRIPT_URL)
  return hostname.endsWith('.hcaptcha.com') ? ['https://hcaptcha.com', 'https://*.hcaptcha.com'] : [origin]
}

/** The browser must not load what the server loads in its place. */
function pictureSources({ IMAGE_PROXY, PUBLIC_URL }: Pick<Config, 'IMAGE_PROXY' | 'PUBLIC_URL'>): string {
  if (IMAGE_PROXY === 'all') return "img-src 'self' data: blob:"
  if (IMAGE_PROXY === 'insecure' && PUBLIC_URL.startsWith('https:'))
    return "img-src 'self' https: data: blob:"
  return 'img-src http: https: data: blob:'
}

const INERT: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

/** HSTS for an https PUBLIC_URL, for a year. */
const YEAR_S = 31_536_000

/**
 * A sandboxed response has no opener policy: with both, a browser shows an error instead (HTML standard, 7.4.5, creating
 * a document from a response), and its origin is opaque anyway. Pictures may be embedded by pages of other origins.
 */
const headersWith = (
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  contentSecurityPolicy: Policy,
): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy,
    overwrite: false,
    strictTransportSecurity: PUBLIC_URL.startsWith('https:') && `max-age=${YEAR_S}`,
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

/**
 * The headers of every response, except those that it has set itself. Without a policy of its own it is data for programs,
 * and a text or picture if opened in a window.
 */
export const securityHeaders = (config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler =>
  headersWith(config, { ...INERT, sandbox: [] })

/**
 * A public page shows feed content to strangers, on the origin where users are signed in. The sandbox gives it an
 * opaque origin, so that its requests carry no session, and disables `http-equiv=refresh`. Links open in a window
 * without these bounds.
 */
export const publicPageHeaders = (config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler =>
  headersWith(config, {
    ...INERT,
    imgSrc: ['http:', 'https:', 'data:'],
    mediaSrc: ['http:', 'https:', 'data:'],
    sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
  })
