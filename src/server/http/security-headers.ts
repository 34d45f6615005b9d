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

const PAGE_POLICY = 'pagePolicy'

/** @param scripts what stands in the page that is answered, as `'sha256-…'` */
export function allowScripts(context: Context, scripts: readonly string[]): void {
  context.set(PAGE_POLICY, policyOf(scripts))
}

/** Puts the same strict headers on every answer: an answer of the API opened as a page is a page too. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
  const own: string | undefined = context.get(PAGE_POLICY)
  if (own) context.res.headers.set('content-security-policy', own)
}
