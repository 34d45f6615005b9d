/** Restricts what a response may do when it is opened as a page. Each response has one of three policies. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'

/** The app cannot be framed, and markup cannot change the base URL or the targets of forms. */
const COMMON_DIRECTIVES = ["base-uri 'none'", "frame-ancestors 'none'"]

/**
 * The client and its files; a worker takes its policy from its own file. Scripts come from this origin alone,
 * inline ones are allowed by hash; `wasm-unsafe-eval` is for the local database, inline styles and foreign
 * pictures, media and frames are for entry content.
 */
const readerPolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    'img-src http: https: data: blob:',
    'media-src http: https: data: blob:',
    "font-src 'self' data:",
    'frame-src https:',
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    ...COMMON_DIRECTIVES,
  ].join('; ')

const INERT = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  ...COMMON_DIRECTIVES,
]

/**
 * A public page shows feed content to strangers, on the origin where users are signed in. The sandbox gives it an
 * opaque origin, so that its requests carry no session, and disables `http-equiv=refresh`. Links open in a window
 * without these bounds.
 */
const PUBLIC_PAGE = [
  ...INERT,
  'img-src http: https: data:',
  'media-src http: https: data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/** All other responses are data for programs, and a text or picture if opened in a window. */
const DATA = [...INERT, 'sandbox'].join('; ')

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** HSTS for an https PUBLIC_URL, for a year. */
const YEAR_S = 31_536_000
const POLICY = 'contentSecurityPolicy'
const OPENER_POLICY = 'openerPolicy'

/**
 * Headers of the client's page. COOP is dropped: it forces a process switch (about 14 % of load time), and an
 * opener gains nothing, since the app ignores messages and is never framed.
 * @param scripts hashes of the inline scripts, as `'sha256-…'`
 */
export function markReader(context: Context, scripts: readonly string[]): void {
  context.set(POLICY, readerPolicy(scripts))
}

/** Headers of the client's other files. */
export function markReaderFile(context: Context): void {
  context.set(POLICY, readerPolicy([]))
  context.set(OPENER_POLICY, 'same-origin')
}

/** Headers of a page for visitors without an account. */
export function markPublicPage(context: Context): void {
  context.set(POLICY, PUBLIC_PAGE)
}

/**
 * Puts strict headers on every response. A sandboxed one has no opener policy: with both, a browser shows an error
 * instead (HTML standard, 7.4.5, creating a document from a response), and its origin is opaque anyway.
 */
export const securityHeaders = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler => {
  const transport = PUBLIC_URL.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${YEAR_S}` }
    : {}
  const always = Object.entries({ ...headers, ...transport })
  return async (context, next) => {
    await next()
    for (const [name, value] of always) context.res.headers.set(name, value)
    setPolicies(context)
  }
}

function setPolicies(context: Context): void {
  const policy: string | undefined = context.get(POLICY)
  context.res.headers.set('content-security-policy', policy ?? DATA)
  const opener: string | undefined = context.get(OPENER_POLICY)
  if (opener !== undefined) context.res.headers.set('cross-origin-opener-policy', opener)
}
