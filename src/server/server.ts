/** The web server without its port: the middleware of a request, from the outside in. */
import { compress } from 'hono/compress'
import ipaddr from 'ipaddr.js'
import { Hono, type MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { avatarOf } from './storage/accounts/avatars.ts'
import { mountMetrics } from './admin/metrics-page.ts'
import { callerByToken } from './access/bearer.ts'
import { AUTH_PATH } from './accounts/auth-path.ts'
import type { Auth, CreateAuth } from './accounts/auth.ts'
import { createCodes } from './accounts/codes.ts'
import { signInForwarded } from './accounts/forwarded.ts'
import { mountAuth } from './accounts/mount.ts'
import { createRequireProof } from './accounts/proof.ts'
import { findCaller } from './accounts/session.ts'
import { markUser } from './accounts/user-mark.ts'
import { mountAuthorization } from './authorization/mount.ts'
import { createFirstPage } from './first-page.ts'
import { mountFever } from './client-apis/fever/mount.ts'
import { mountGreader } from './client-apis/greader/mount.ts'
import { mountCalls, type CallerOf } from './http/answer.ts'
import { basePathOf, pathBelow } from './http/base-path.ts'
import { errorResponse } from './http/errors.ts'
import { guardHosts } from './http/hosts.ts'
import { guardOrigins } from './http/origins.ts'
import { pages } from './http/pages.ts'
import { warnOfUnnamedProxy, socketAddress } from './http/peer.ts'
import { Refusal } from './http/refusal.ts'
import type { Routes, Services } from './http/routes.ts'
import { stripNul } from './http/strip-nul.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mountWebSub } from './http/websub.ts'
import { mountMcp } from './mcp/mount.ts'
import { mountPublicFiles, type FindPublicFile } from './plugins/public-files.ts'
import { mountSignInReturn, type CompleteSignIn } from './plugins/sign-in/mount.ts'
import { mountPictures } from './pictures/mount.ts'
import { mountRecordings } from './recordings/mount.ts'
import { mountSharing } from './public-pages/mount.ts'

/**
 * Responses are not compressed for a browser or proxy on the same machine: it takes longer than sending them. hono
 * leaves event streams and NDJSON alone, so no line of a stream is delayed.
 */
const compressResponses: MiddlewareHandler = (context, next) =>
  isLoopback(socketAddress(context.env)) ? next() : compressRemote(context, next)

/** The usual loopback addresses need no parsing. */
const isLoopback = (address: string): boolean =>
  address === '127.0.0.1' || address === '::1' || ipaddr.process(address).range() === 'loopback'

const compressRemote = compress()

export type ServerParts = {
  readonly routes: Routes
  /** Signs the session cookies. */
  readonly secret: string
  /** The folder of the built client. */
  readonly dist: string
  /** Origins that plugins of the reader may send requests to. */
  readonly connect?: readonly string[]
  /** Files that plugins serve without a session; none when absent. */
  readonly findPublicFile?: FindPublicFile
  /** Completes sign-ins to the services of plugins. */
  readonly completeSignIn?: CompleteSignIn
  /** Limits of sign-in and of guessing; tests disable them. */
  readonly limits?: boolean
  /** Validates every response against the contract; for tests only. */
  readonly checkAnswers?: boolean
}

/** Of calls of a plugin, too, that is not in this Lectern. */
const NO_CALL = 'This server has no such call.'

/** @returns an app for `serve({ fetch: app.fetch })`, or for `app.request('/api/…')` in tests */
export function createServer(base: Services, parts: ServerParts): Hono {
  const { secret, routes, limits = true, checkAnswers = false } = parts
  const services = { ...base, countsGuesses: limits }
  // better-auth takes the most memory of all libraries, and passkeys as much as half of it again: loaded at the first sign-in.
  const createAuth: CreateAuth = async ({ passkeys }) => {
    const passkey = passkeys ? (await import('@better-auth/passkey')).passkey : undefined
    return (await import('./accounts/auth.ts')).createAuth(services, { secret, limits, passkey })
  }
  const app = new Hono({ getPath: pathBelow(services.config) })
  // Outside of securityHeaders(): only this page may be framed, as its own policy defines.
  app.use('/plugin-frame.html', async (context, next) => {
    await next()
    context.res.headers.delete('x-frame-options')
  })
  app.use(securityHeaders(services.config))
  app.use(guardHosts(services))
  app.use(stripNul)
  app.use('/api/*', warnOfUnnamedProxy(services))
  app.use('/api/*', compressResponses)
  app.use('/api/*', guardOrigins(services.config))
  // Sessions begin and end by better-auth's calls, or at any address by the header of a proxy.
  app.use(services.config.FORWARD_AUTH_HEADER ? '*' : `${AUTH_PATH}/*`, markUser(services, secret))
  app.get('/healthz', () => health(services))
  let description: object | undefined
  // Created at the first request: it walks all schemas and never changes while the server runs.
  app.get('/api/openapi.json', async (context) => {
    description ??= await described(await createAuth({ passkeys: true }), basePathOf(services.config))
    return context.json(description)
  })
  if (services.config.FORWARD_AUTH_HEADER) app.use(signInForwarded(services, { secret, create: createAuth }))
  const codes = createCodes(services.storage, secret, services.now)
  const callerOf: CallerOf = async (headers, address) => {
    const byToken = await callerByToken(services, headers, address)
    return byToken === undefined ? findCaller(services.storage, secret, headers, services.now()) : byToken
  }
  const requireProof = createRequireProof({ ...services, secret, codes })
  mountCalls(app, services, routes, { secret, checkAnswers, codes, requireProof, callerOf })
  mountAuth(app, services, { secret, create: createAuth })
  mountGreader(app, services, routes, secret)
  mountFever(app, services, routes)
  if (parts.findPublicFile) mountPublicFiles(app, services, parts.findPublicFile)
  if (parts.completeSignIn) mountSignInReturn(app, services, { secret, complete: parts.completeSignIn })
  app.all('/api/*', () => errorResponse(new Refusal('notFound', NO_CALL), services.log, ''))
  mountAuthorization(app, services)
  mountMcp(app, services, callerOf)
  mountMetrics(app, services)
  mountWebSub(app, services)
  mountAvatars(app, services)
  mountPictures(app, services)
  mountRecordings(app, services)
  const carry = createFirstPage(services, routes, callerOf)
  const reader = pages(parts.dist, services.config, { connect: parts.connect, carry })
  mountSharing(app, services, { secret, reader })
  app.get('*', compressResponses, reader)
  app.onError((error, context) => errorResponse(error, services.log, context.req.path))
  return app
}

async function described(auth: Auth, base: string): Promise<object> {
  const { openApi } = await import('./http/openapi.ts')
  const { describedSignIn } = await import('./accounts/described.ts')
  return openApi(describedSignIn(auth), base)
}

/** 200 only while the database responds, as every call needs it. */
async function health({ storage, log }: Services): Promise<Response> {
  try {
    await sql`select 1`.execute(storage.db)
    return new Response('ok\n')
  } catch (error) {
    log.error('The database does not respond', { cause: error })
    return new Response('The database does not respond.\n', { status: 503 })
  }
}

/** `/avatars/ID`: uploaded pictures, outside `/api`, because pages embed them. */
function mountAvatars(app: Hono, { storage }: Pick<Services, 'storage'>): void {
  app.get('/avatars/:id', async (context) => {
    const avatar = await avatarOf(storage, context.req.param('id'))
    if (!avatar) return context.text('There is no such picture.\n', 404)
    return new Response(new Uint8Array(avatar.bytes), {
      headers: {
        'content-type': avatar.type,
        // An id is never reused, so the response is immutable.
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  })
}
