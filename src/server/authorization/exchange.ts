import { createHash } from 'node:crypto'
import { z } from 'zod'
import { accessOf } from '../access/access.ts'
import { createToken } from '../access/create-token.ts'
import { requireAppPasswords } from '../client-apis/shared/password.ts'
import type { Services } from '../http/routes.ts'
import { takeAuthorizationCode } from '../storage/accounts/authorization-codes.ts'

/** What a program sends to `/oauth/token` (RFC 6749 4.1.3, RFC 7636 4.5). */
const exchanged = z.object({
  code: z.string().max(200),
  redirect_uri: z.string().max(2000),
  client_id: z.string().max(4000),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
})

/** RFC 6749 5.2 */
export class OAuthError extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

export type IssuedToken = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly scope: string
}

/**
 * Exchanges a code for an app password: once, for the program that requested it. The password does not expire; its user
 * deletes it in the settings.
 * @throws OAuthError
 */
export async function exchangeCode(services: Services, form: URLSearchParams): Promise<IssuedToken> {
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
