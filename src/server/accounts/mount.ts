/** Puts better-auth below /api/better-auth, with the sign-up rule before it and plain JSON errors behind it. */
import type { Hono } from 'hono'
import type { Config } from '../config.ts'
import type { Services } from '../http/routes.ts'
import type { Auth } from './auth.ts'
import { ADDRESS_HEADER, AUTH_PATH } from './auth-path.ts'
import { JSON_LIMIT, readBody } from '../http/body.ts'
import { isTooDeep, TOO_DEEP } from '../http/json-depth.ts'
import { peerAddress } from '../http/peer.ts'
import { Refusal } from '../http/refusal.ts'
import { hasNul, parseJson } from '../http/strip-nul.ts'
import { diskFull } from '../storage/disk-full.ts'
import { firstCounts, lockFirstAccount } from './first-account.ts'
import { countGuesses } from './guesses.ts'
import { refusal, signUpByRule } from './invited.ts'
import { OIDC, oidcProviders } from './providers.ts'
import { RENAMED } from './renamed.ts'
import { bearerAsCookie } from './session.ts'
import { hasNoAccount } from './sign-up.ts'

/**
 * @param given.secret signs the cookies
 * @param given.create makes the room, at the first request; and anew when a provider that was away has to be asked once more
 */
export function mountAuth(
  app: Hono,
  services: Services,
  { secret, create }: { readonly secret: string; readonly create: () => Promise<Auth> },
): void {
  const room = createRoom(services.config, create)
  let queue: Promise<unknown> = Promise.resolve()
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async (context) => {
    const { path, raw } = context.req
    const said = await wholeOf(raw)
    if (said instanceof Response) return said
    const address = peerAddress(context, services.config)
    const ask = async () => askAuth({ path, request: said, address, secret }, services, await room(path))
    if (!MAKES_ACCOUNTS.some((begin) => path.startsWith(AUTH_PATH + begin))) return ask()
    // One after the other, so that of two people who come first only one finds the door open.
    const copy = said.clone()
    const byRule = async () =>
      path.startsWith(`${AUTH_PATH}/sign-up`)
        ? signUpByRule(services, { request: copy, address }, ask).catch(refusedInJson)
        : ask()
    const answer = queue.then(() => inTurn(services, byRule))
    queue = answer.catch(() => undefined)
    return answer
  })
}

/** Where somebody may get an account: by the form, or on the way back from a provider. */
const MAKES_ACCOUNTS = ['/sign-up', '/callback/', '/oauth2/callback/', '/sign-in/social']

/** Other servers on the same library wait as well, until there is a first account. */
async function inTurn({ config, storage }: Services, ask: () => Promise<Response>): Promise<Response> {
  if (!firstCounts(config) || !(await hasNoAccount(storage))) return ask()
  const giveBack = await lockFirstAccount(storage)
  return ask().finally(giveBack)
}

/**
 * The library asks an OpenID Connect provider for its addresses when it is made, and never again. Whoever wants to sign
 * in there while they are missing has it made anew: it holds nothing but settings, everything else is in the library.
 */
function createRoom(config: Config, create: () => Promise<Auth>): (path: string) => Promise<Auth> {
  let auth: Promise<Auth> | null = null
  return async (path) => {
    auth ??= create()
    if (!PROVIDER_PATHS.includes(path) || oidcProviders(config).length === 0) return auth
    const { socialProviders } = await (await auth).$context
    if (!socialProviders.some(({ id }) => id === OIDC)) auth = create()
    return auth
  }
}
const PROVIDER_PATHS = [`${AUTH_PATH}/sign-in/social`, `${AUTH_PATH}/link-social`]

function refusedInJson(thrown: unknown): Response {
  if (thrown instanceof Refusal) return refusal(thrown.status, thrown.key, thrown.reason)
  throw thrown
}

/** The library says of some refusals their status alone. */
async function saysWhy(answer: Response): Promise<boolean> {
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return isJson && /"message"\s*:\s*"./.test(await answer.clone().text())
}

function wordFor(status: number): Parameters<typeof refusal>[1] {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'noPermission'
  return status === 404 ? 'notFound' : 'unprocessable'
}

type Asking = {
  /** As it was asked for. */
  readonly path: string
  readonly request: Request
  /** The machine that asks. */
  readonly address: string
  readonly secret: string
}

async function askAuth(
  { path, request: said, address, secret }: Asking,
  services: Services,
  auth: Auth,
): Promise<Response> {
  const { log } = services
  const url = new URL(said.url.replaceAll('%00', ''))
  const renamed = RENAMED[path.slice(AUTH_PATH.length)]
  if (renamed) url.pathname = AUTH_PATH + renamed
  try {
    const request = new Request(url, said)
    request.headers.set(ADDRESS_HEADER, address)
    await bearerAsCookie(request.headers, secret)
    const answer = await countGuesses(services, { request, address, secret }, () => auth.handler(request))
    // Whatever changes an account may end sessions, others' too.
    if (said.method === 'POST' && answer.ok) void services.live.checkSessions()
    if (answer.status >= 400 && !(await saysWhy(answer)))
      return refusal(answer.status, wordFor(answer.status))
    // Who somebody is, and tokens, belong into nobody's cache.
    const kept = new Response(answer.body, answer)
    kept.headers.set('cache-control', 'private, no-store')
    return kept
  } catch (error) {
    if (error instanceof Refusal) return refusedInJson(error)
    log.error('Sign-in failed to answer', { path, cause: error })
    return diskFull(error) ? refusal(507, 'storageFull') : refusal(500, 'internal')
  }
}

/**
 * The request with all of its body, which is read once and up to a limit: two readers of one stream wait for each other
 * when one of them has enough. What holds zeros is written anew (http/zeros.ts).
 * @returns an answer where there is too much to read
 */
async function wholeOf(request: Request): Promise<Request | Response> {
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
    // What is no JSON is refused by the library, in its own words.
    return bytes
  }
}
