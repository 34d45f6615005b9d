import type { MiddlewareHandler } from 'hono'

/**
 * What the page may do. Scripts come from us alone; `wasm-unsafe-eval` is for the local database, inline styles and
 * foreign pictures, media and frames are what entries are made of.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
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
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Puts the same strict headers on every answer: an answer of the API opened as a page is a page too. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
}
