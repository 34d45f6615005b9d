/** Which pages of other origins may speak to us: only the one that PUBLIC_URL names. */
import type { HonoRequest, MiddlewareHandler, Next } from 'hono'
import type { Config } from '../config.ts'
import { ERROR_CONTENT_TYPE, Refusal } from './refusal.ts'

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS =
  'content-type, accept, authorization, idempotency-key, x-app-version, x-app-name, x-app-platform, x-app-dev, ' +
  'x-client-id, x-session-id, x-token, cache-control'

/** CORS for the page at PUBLIC_URL, and no writes in somebody's name from any other page (wire-contract 1.2). */
export function guardOrigins({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler {
  const publicOrigin = PUBLIC_URL ? new URL(PUBLIC_URL).origin : null
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (origin === undefined) return next()
    if (context.req.path === WEBHOOK) return fromAnywhere(context.req.method, next, () => context.res.headers)
    const ours = origin === publicOrigin || hostOf(origin) === context.req.header('host')
    if (!ours && acts(context.req)) return refuseForeign(context.req.path)
    if (!ours) return next()
    if (context.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: allowed(origin) })
    await next()
    for (const [name, value] of Object.entries(allowed(origin))) context.res.headers.set(name, value)
    return undefined
  }
}

/** Reads show nothing to a page without CORS. A write does harm unseen if the browser adds the cookie, or signs in. */
function acts(asked: HonoRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(asked.method)) return false
  return asked.header('cookie') !== undefined || asked.path.startsWith('/api/better-auth/')
}

/** Extensions of browsers on any page put entries into inboxes; a secret lets them in, never the browser's cookie. */
const WEBHOOK = '/api/inboxes/webhook'
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type, accept, x-follow-handle, x-follow-secret',
  'access-control-max-age': '600',
}

async function fromAnywhere(
  method: string,
  next: Next,
  headersOf: () => Headers,
): Promise<Response | undefined> {
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: open })
  await next()
  for (const [name, value] of Object.entries(open)) headersOf().set(name, value)
  return undefined
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

const allowed = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers': HEADERS,
  'access-control-max-age': '600',
  vary: 'Origin',
})

function refuseForeign(path: string): Response {
  const { status, body } = new Refusal('noPermission', 'The request comes from a page of another site.')
  const type = path.startsWith('/api/better-auth/') ? 'application/json' : ERROR_CONTENT_TYPE
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
}
