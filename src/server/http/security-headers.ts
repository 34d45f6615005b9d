import type { Context, MiddlewareHandler } from 'hono'

/**
 * What the page may do. Scripts come from us alone, and one that stands in the page is named by what it says;
 * `wasm-unsafe-eval` is for the local database, inline styles and foreign pictures, media and frames are what entries are
 * made of.
 */
const policyOf = (scripts: readonly string[]): string =>
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
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const headers = {
  'content-security-policy': policyOf([]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const READER_POLICY = 'readerPolicy'

/**
 * The answer is the reader's page. Whoever opened it in a window and holds on to that can do nothing with it: it hears no
 * messages and is never framed. Put apart from them, it would have to leave the process that the browser has ready, which is
 * a seventh of a visit.
 * @param scripts what stands in the page, as `'sha256-…'`
 */
export function markReader(context: Context, scripts: readonly string[]): void {
  context.set(READER_POLICY, policyOf(scripts))
}

/** Puts the same strict headers on every answer: an answer of the API opened as a page is a page too. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
  const reader: string | undefined = context.get(READER_POLICY)
  if (reader === undefined) return
  context.res.headers.set('content-security-policy', reader)
  context.res.headers.delete('cross-origin-opener-policy')
}
