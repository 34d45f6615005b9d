/** What a browser lets an answer do when it is opened as a page. One of three policies stands on each answer. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'

/** Nobody frames us, and markup cannot say where addresses are relative to or forms go to. */
const EVERYWHERE = ["base-uri 'none'", "frame-ancestors 'none'"]

/**
 * The reader and its files; a worker takes its policy from its own file. Scripts come from us alone, and one that stands in
 * the page is named by what it says; `wasm-unsafe-eval` is for the local database, inline styles and foreign pictures, media
 * and frames are what entries are made of.
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
    ...EVERYWHERE,
  ].join('; ')

const INERT = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  ...EVERYWHERE,
]

/**
 * A public page shows a feed's content to strangers, on the origin where readers are signed in. The sandbox gives it an
 * origin of its own, so that no request from it carries a session, and makes `http-equiv=refresh` inert. Links open beside
 * it, as pages without these bounds.
 */
const PUBLIC_PAGE = [
  ...INERT,
  'img-src http: https: data:',
  'media-src http: https: data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/** All else is data for programs, and a text or picture for who opens it in a window. */
const DATA = [...INERT, 'sandbox'].join('; ')

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Browsers that have seen an https PUBLIC_URL ask for nothing else there, for a year. */
const YEAR_S = 31_536_000
const POLICY = 'contentSecurityPolicy'
const OPENER_POLICY = 'openerPolicy'

/**
 * The answer is the reader's page. Whoever opened it in a window and holds on to that can do nothing with it: it hears no
 * messages and is never framed. Put apart from them, it would have to leave the process that the browser has ready, which is
 * a seventh of a visit.
 * @param scripts what stands in the page, as `'sha256-…'`
 */
export function markReader(context: Context, scripts: readonly string[]): void {
  context.set(POLICY, readerPolicy(scripts))
}

/** The answer is a file of the reader's other than its page. */
export function markReaderFile(context: Context): void {
  context.set(POLICY, readerPolicy([]))
  context.set(OPENER_POLICY, 'same-origin')
}

/** The answer is a page for people without an account. */
export function markPublicPage(context: Context): void {
  context.set(POLICY, PUBLIC_PAGE)
}

/**
 * Puts strict headers on every answer. A sandboxed one has no opener policy: with both, a browser shows an error instead
 * (HTML standard, 7.4.5, creating a document from a response), and its origin is its own anyhow.
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
