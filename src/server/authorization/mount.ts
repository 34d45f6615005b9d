/** OAuth 2.1 for programs: metadata, registration, and the exchange of a code (README.md). */
import type { Context, Hono } from 'hono'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { tokenScopes } from '../../contract/token-scopes.ts'
import type { Config } from '../config.ts'
import { basePathOf, publicAddressOf } from '../http/base-path.ts'
import { readBody } from '../http/body.ts'
import { errorResponse } from '../http/errors.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { clientIdOf, registration } from './client.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import { accessOf } from '../access/access.ts'
import { createToken } from '../access/create-token.ts'
import { requireAppPasswords } from '../client-apis/shared/password.ts'
import { takeAuthorizationCode } from '../storage/accounts/authorization-codes.ts'

/** What a program sends to `/oauth/token` (RFC 6749 4.1.3, RFC 7636 4.5). */
const exchanged = z.object({
  code: z.string().max(200),
  redirect_uri: z.string().max(2000),
  client_id: z.string().max(4000),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
})

/** RFC 6749 5.2 */
class OAuthError extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

type IssuedToken = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly scope: string
}

/**
 * Exchanges a code for an app password: once, for the program that requested it. The password does not expire; its user
 * deletes it in the settings.
 * @throws OAuthError
 */
async function exchangeCode(services: Services, form: URLSearchParams): Promise<IssuedToken> {
  requireAppPasswords(services.config)
  if (form.get('grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'grant_type has to be authorization_code.')
  const { success, data } = exchanged.safeParse(Object.fromEntries(form))
  if (!success)
    throw new OAuthError('invalid_request', 'code, redirect_uri, client_id and code_verifier are needed.')
  const stored = await takeAuthorizationCode(
    services.storage,
    createHash('sha256').update(data.code).digest('hex'),
  )
  const challenge = createHash('sha256').update(data.code_verifier).digest('base64url')
  if (
    !stored ||
    stored.expiresAt < services.now() ||
    stored.clientId !== data.client_id ||
    stored.redirectUri !== data.redirect_uri ||
    stored.challenge !== challenge
  )
    throw new OAuthError('invalid_grant', 'The code is used, expired, or of another program.')
  const { userId, name } = stored
  const access = accessOf({ ...stored, id: '' })
  if (!access) throw new Error('A code has no scopes')
  const { scopes, limit } = access
  const { password } = await createToken(services, { userId, name, scopes, limit: limit ?? undefined })
  return { access_token: password, token_type: 'Bearer', scope: scopes.join(' ') }
}

/** Bytes of a registration or an exchange. */
const MAX_BODY = 16_384
/** RFC 8414 3. */
const SERVER = '/.well-known/oauth-authorization-server'
/** Of the protected resource, RFC 9728 3.1. */
const RESOURCE = '/.well-known/oauth-protected-resource'
const MCP = '/mcp'

export function mountAuthorization(app: Hono, services: Services): void {
  const { config } = services
  // With a path in PUBLIC_URL programs use the root of the host, with the path appended (RFC 8414 3.1, RFC 9728 3.1).
  const root = basePathOf(config)
  for (const path of new Set([SERVER, SERVER + root]))
    app.get(path, (context) => context.json(server(config, context)))
  for (const path of new Set(['', MCP, root, root + MCP]))
    app.get(RESOURCE + path, (context) => context.json(resource(config, context)))
  app.post('/oauth/register', (context) => answering(services, () => register(context)))
  app.post('/oauth/token', (context) => answering(services, () => token(services, context)))
}

/** The response to a request for `/mcp` without a token (RFC 9728 5.1). */
export const challenge = (config: Pick<Config, 'PUBLIC_URL'>, context: Context): string =>
  `Bearer realm="Lectern", resource_metadata="${base(config, context)}${RESOURCE}${MCP}"`

/** RFC 8414 2 */
function server(config: Config, context: Context): object {
  const issuer = base(config, context)
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: tokenScopes,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  }
}

function resource(config: Config, context: Context): object {
  const address = base(config, context)
  return {
    resource: address + MCP,
    authorization_servers: [address],
    scopes_supported: tokenScopes,
    bearer_methods_supported: ['header'],
  }
}

/** The public address. */
const base = (config: Pick<Config, 'PUBLIC_URL'>, { req }: Context): string =>
  publicAddressOf(config, new URL(req.url).origin)

async function register(context: Context): Promise<Response> {
  const { success, data, error } = registration.safeParse(parsedJson(await textOf(context)))
  if (!success)
    throw new OAuthError(
      'invalid_redirect_uri',
      error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    )
  const answer = {
    ...data,
    client_id: clientIdOf(data),
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return context.json(answer, 201, FRESH)
}

async function token(services: Services, context: Context): Promise<Response> {
  return context.json(await exchangeCode(services, new URLSearchParams(await textOf(context))), 200, FRESH)
}

const textOf = async ({ req }: Context): Promise<string> =>
  new TextDecoder().decode(await readBody(req.raw, MAX_BODY))

async function answering({ log }: Services, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (thrown) {
    if (thrown instanceof OAuthError) return refused(thrown.error, thrown.message)
    if (thrown instanceof Refusal) return refused('invalid_request', thrown.reason ?? thrown.message)
    return errorResponse(thrown, log, 'oauth')
  }
}

const FRESH = { 'cache-control': 'no-store' }
const refused = (error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status: 400, headers: FRESH })
