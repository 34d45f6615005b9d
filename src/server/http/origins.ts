/** What pages of other sites may request: reads from the page at PUBLIC_URL, and no writes in a user's name. */
import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Call } from '../../contract/calls.ts'
import type { Config } from '../config.ts'
import { isOwnOrigin } from './hosts.ts'
import { ERROR_CONTENT_TYPE, Refusal } from './refusal.ts'

type Named = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'FORWARD_AUTH_HEADER'>

const AUTH = '/api/better-auth/'

/**
 * CORS for the page at PUBLIC_URL, and no cross-site writes (wire-contract 1.2). hono's csrf() cannot refuse the writes: it
 * only checks the content types of forms, accepts what either Origin or Sec-Fetch-Site allows, refuses programs, which
 * send neither, and ignores bearer tokens.
 */
export function guardOrigins(config: Named): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.path === WEBHOOK) return allowEveryOrigin(context, next)
    if (isWrite(context) && (isForeign(config, context) || isNavigation(context)))
      return refuseForeign(config, context)
    const origin = context.req.header('origin')
    const isOwn = origin !== undefined && isOwnOrigin(config, context, origin)
    return isOwn ? allowOwnOrigin(context, next) : next()
  }
}

/** How long a browser may remember the response to a preflight. */
const PREFLIGHT_S = 600

/** After the origin was found to be our own. */
const allowOwnOrigin = cors({
  origin: (origin) => origin,
  credentials: true,
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: (
    'content-type accept authorization idempotency-key x-app-version x-app-name x-app-platform x-app-dev ' +
    'x-client-id x-session-id x-token cache-control'
  ).split(' '),
  maxAge: PREFLIGHT_S,
})

/**
 * Refuses requests with effects that a browser may have been tricked into: a read with effects that no script of
 * our own page sent, and a write in the form of an HTML form.
 * @throws Refusal noPermission
 */
export function refuseForgery(config: Named, call: Call, context: Context): void {
  if (!maySignIn(config, context)) return
  const isRead = isSafe(context.req.method)
  if (isRead && call.effects && (isForeign(config, context) || isNavigation(context) || isEmbedded(context)))
    throw new Refusal(
      'noPermission',
      'This changes something: a link or a page of another site cannot ask for it.',
    )
  if (!isRead && call.body !== 'file' && isFromBrowser(context) && isForm(context))
    throw new Refusal('noPermission', 'This cannot be sent by a form.')
}

/**
 * A page without CORS cannot see reads. A write is harmful even so: the browser adds a cookie, or credentials for the proxy
 * in front (a certificate, a password), which are invisible here.
 */
function isWrite(context: Context): boolean {
  const { path, method } = context.req
  return !isSafe(method) && !isCallback(path) && !isClientApi(path) && !hasBearer(context)
}

/** Other readers send a key with each request, and no cookie counts there. */
const isClientApi = (path: string): boolean => /^\/api\/(greader|fever)\.php(\/|$)/.test(path)

const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** A provider may redirect users back with a form. Its `state` was created for this browser. */
const isCallback = (path: string): boolean =>
  path.startsWith(`${AUTH}callback/`) || path.startsWith(`${AUTH}oauth2/callback/`)

/** Browsers add cookies and credentials for a proxy by themselves, but never a bearer token. */
const maySignIn = ({ FORWARD_AUTH_HEADER }: Named, context: Context): boolean =>
  !hasBearer(context) && (FORWARD_AUTH_HEADER !== '' || context.req.header('cookie') !== undefined)
const hasBearer = (context: Context): boolean => /^bearer /i.test(context.req.header('authorization') ?? '')

/** Whether a page of another origin sends it; programs and old browsers send no such header. */
function isForeign(config: Named, context: Context): boolean {
  const origin = context.req.header('origin')
  if (origin !== undefined) return !isOwnOrigin(config, context, origin)
  return ['cross-site', 'same-site'].includes(context.req.header('sec-fetch-site') ?? '')
}

/**
 * Whether the browser opens the response as a page or in a frame: a link, a form, a refresh. Where it sends no
 * fetch metadata (only to HTTPS and to the machine itself, Fetch Metadata 2), it then accepts HTML first.
 */
function isNavigation(context: Context): boolean {
  const mode = context.req.header('sec-fetch-mode')
  const destination = context.req.header('sec-fetch-dest')
  if (mode === undefined && destination === undefined) return accepts(context).startsWith('text/html')
  return mode === 'navigate' || FRAMES.has(destination ?? '')
}
const FRAMES = new Set(['document', 'iframe', 'frame', 'embed', 'object'])

/** Whether an element of a page sends it, such as a picture in an entry, and no script. */
function isEmbedded(context: Context): boolean {
  const destination = context.req.header('sec-fetch-dest')
  return destination === undefined ? accepts(context).startsWith('image/') : destination !== 'empty'
}

const accepts = (context: Context): string => context.req.header('accept') ?? ''

const isFromBrowser = (context: Context): boolean =>
  context.req.header('origin') !== undefined || context.req.header('sec-fetch-site') !== undefined

/**
 * Content types that only forms have. `text/plain` is one too, but scripts also send it (wire-contract 1.1): a
 * form of that type is recognised as a navigation.
 */
const isForm = (context: Context): boolean =>
  /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(
    context.req.header('content-type') ?? '',
  )

/**
 * Browser extensions on any page add entries to inboxes; they authenticate by a secret, never by the browser's
 * cookie.
 */
const WEBHOOK = '/api/inboxes/webhook'
const allowEveryOrigin = cors({
  origin: '*',
  allowMethods: ['POST', 'OPTIONS'],
  allowHeaders: ['content-type', 'accept', 'x-follow-handle', 'x-follow-secret'],
  maxAge: PREFLIGHT_S,
})

function refuseForeign({ PUBLIC_URL }: Pick<Named, 'PUBLIC_URL'>, { req }: Context): Response {
  const message = 'The request comes from a page of another site, or from a form.'
  const advice = PUBLIC_URL
    ? ''
    : ' With a proxy in front of Lectern, set PUBLIC_URL to the address that people use.'
  const { status, body } = new Refusal('noPermission', message + advice)
  const type = req.path.startsWith(AUTH) ? 'application/json' : ERROR_CONTENT_TYPE
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })
}
