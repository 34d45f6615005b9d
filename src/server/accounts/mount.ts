/** Mounts better-auth below /api/better-auth, with the sign-up rule before it and plain JSON errors after it. */
import type { Hono } from 'hono'
import PQueue from 'p-queue'
import { withoutBase } from '../../core/base-path.ts'
import type { Config } from '../config.ts'
import type { Services } from '../http/routes.ts'
import type { Auth, CreateAuth } from './auth.ts'
import { RENAMED, ADDRESS_HEADER, AUTH_PATH } from './auth-path.ts'
import { basePathOf } from '../http/base-path.ts'
import { JSON_LIMIT, readBody } from '../http/body.ts'
import { isTooDeep, TOO_DEEP } from '../http/json-depth.ts'
import { peerAddress } from '../http/peer.ts'
import { Refusal } from '../http/refusal.ts'
import { hasNul, parseJson } from '../http/strip-nul.ts'
import { diskFull } from '../storage/engine/disk-full.ts'
import { firstCounts, lockFirstAccount } from './first-account.ts'
import { countGuesses } from './guesses.ts'
import { refusal, signUpByRule } from './invited.ts'
import { OIDC, oidcProviders } from './providers.ts'
import { BEARER_HEADER, bearerAsCookie } from './session.ts'
import { hasNoAccount } from './sign-up.ts'

/**
 * @param options.secret signs the cookies
 * @param options.create creates better-auth, at the first request; and again when an unreachable provider has to
 * be discovered again
 */
export function mountAuth(
  app: Hono,
  services: Services,
  { secret, create }: { readonly secret: string; readonly create: CreateAuth },
): void {
  const getAuth = createLazyAuth(services.config, create)
  const queue = new PQueue({ concurrency: 1 })
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async (context) => {
    const { path, raw } = context.req
    const buffered = await bufferedRequest(raw)
    if (buffered instanceof Response) return buffered
    const address = peerAddress(context, services.config)
    const handle = async () =>
      askAuth({ path, request: buffered, address, secret }, services, await getAuth(path))
    if (!MAKES_ACCOUNTS.some((begin) => path.startsWith(AUTH_PATH + begin))) return handle()
    // One at a time, so that of two concurrent sign-ups only one is the first.
    const copy = buffered.clone()
    const byRule = async () =>
      path.startsWith(`${AUTH_PATH}/sign-up`)
        ? signUpByRule(services, { request: copy, address }, handle).catch(refusedInJson)
        : handle()
    return queue.add(() => inQueue(services, byRule))
  })
}

/** Paths that may create an account: the form, or a provider's callback. */
const MAKES_ACCOUNTS = ['/sign-up', '/callback/', '/oauth2/callback/', '/sign-in/social']

/** Paths that give a program the token of a new session, for a password, a code or a passkey. */
const SIGNS_IN = new RegExp(
  `^${AUTH_PATH}/(sign-in|sign-up|two-factor/verify-|passkey/verify-authentication)`,
)

/** Other servers on the same database also wait until there is a first account. */
async function inQueue({ config, storage }: Services, handle: () => Promise<Response>): Promise<Response> {
  if (!firstCounts(config) || !(await hasNoAccount(storage))) return handle()
  const giveBack = await lockFirstAccount(storage)
  return handle().finally(giveBack)
}

/**
 * better-auth discovers an OpenID Connect provider's endpoints at creation and never again. A sign-in there while
 * they are missing recreates it: it holds only settings, all other state is in the database.
 */
function createLazyAuth(config: Config, create: CreateAuth): (path: string) => Promise<Auth> {
  const createWithout = () => create({ passkeys: false })
  let auth: Promise<Auth> | null = null
  let withPasskeys: Promise<Auth> | null = null
  return async (path) => {
    if (path.startsWith(`${AUTH_PATH}/passkey/`)) return (withPasskeys ??= create({ passkeys: true }))
    auth ??= createWithout()
    if (!PROVIDER_PATHS.includes(path) || oidcProviders(config).length === 0) return auth
    const { socialProviders } = await (await auth).$context
    if (!socialProviders.some(({ id }) => id === OIDC)) auth = createWithout()
    return auth
  }
}
const PROVIDER_PATHS = [`${AUTH_PATH}/sign-in/social`, `${AUTH_PATH}/link-social`]

function refusedInJson(thrown: unknown): Response {
  if (!(thrown instanceof Refusal)) throw thrown
  const response = refusal(thrown.status, thrown.key, thrown.reason)
  for (const [name, value] of Object.entries(thrown.headers)) response.headers.set(name, value)
  return response
}

/** better-auth reports some refusals by status alone. */
async function hasErrorBody(response: Response): Promise<boolean> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson && /"message"\s*:\s*"./.test(await response.clone().text())
}

function wordFor(status: number): Parameters<typeof refusal>[1] {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'noPermission'
  return status === 404 ? 'notFound' : 'unprocessable'
}

type Asking = {
  /** As requested, before renaming. */
  readonly path: string
  readonly request: Request
  /** The address of the client. */
  readonly address: string
  readonly secret: string
}

async function askAuth(
  { path, request: buffered, address, secret }: Asking,
  services: Services,
  auth: Auth,
): Promise<Response> {
  const { config, log } = services
  const url = new URL(buffered.url.replaceAll('%00', ''))
  const base = basePathOf(config)
  const renamed = RENAMED[path.slice(AUTH_PATH.length)]
  // better-auth knows its full path, which a proxy may have cut.
  url.pathname = base + (renamed ? AUTH_PATH + renamed : withoutBase(base, url.pathname))
  try {
    const request = new Request(url, buffered)
    request.headers.set(ADDRESS_HEADER, address)
    await bearerAsCookie(request.headers, secret)
    const response = await countGuesses(services, { request, address, secret }, () => auth.handler(request))
    if (response.status >= 400 && !(await hasErrorBody(response)))
      return refusal(response.status, wordFor(response.status))
    // Any account change may end sessions, those of other devices too. This one may have another session by its response,
    // which it needs before it is told that the earlier one is over.
    const body =
      buffered.method === 'POST' && response.ok
        ? followedBy(response.body, () => void services.live.checkSessions())
        : response.body
    // Identity and tokens must not be cached.
    const uncached = new Response(body, response)
    uncached.headers.set('cache-control', 'private, no-store')
    // Any call may prolong the session of a cookie, whose token scripts must not see.
    if (!SIGNS_IN.test(path) && !request.headers.has(BEARER_HEADER)) uncached.headers.delete('set-auth-token')
    return uncached
  } catch (error) {
    if (error instanceof Refusal) return refusedInJson(error)
    log.error('The sign-in handler failed', { path, cause: error })
    return diskFull(error) ? refusal(507, 'storageFull') : refusal(500, 'internal')
  }
}

/** The body, with something to do once it has been read. */
function followedBy(body: Response['body'], after: () => void): Response['body'] {
  if (body) return body.pipeThrough(new TransformStream({ flush: after }))
  after()
  return body
}

/**
 * The request with its full body, read once and up to a limit: two readers of one stream would deadlock when one
 * of them stops early. A body with NUL characters is rewritten (http/strip-nul.ts).
 * @returns an error response when the body is too large
 */
async function bufferedRequest(request: Request): Promise<Request | Response> {
  if (request.method !== 'POST') return request
  try {
    const body = tidy(await readBody(request, JSON_LIMIT))
    return new Request(request.url, { method: 'POST', headers: request.headers, body })
  } catch (error) {
    return refusedInJson(error)
  }
}

function tidy(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | string {
  const text = new TextDecoder().decode(bytes)
  if (isTooDeep(text)) throw new Refusal('invalidParameter', TOO_DEEP)
  if (!hasNul(text)) return bytes
  try {
    return JSON.stringify(parseJson(text))
  } catch {
    // Invalid JSON is refused by better-auth with its own message.
    return bytes
  }
}
