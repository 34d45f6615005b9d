import { createHash, randomBytes } from 'node:crypto'
import type { AuthorizationRequest } from '../../contract/authorizations.ts'
import { tokenScopes } from '../../contract/token-scopes.ts'
import { requireLimitable, requireRoomForToken } from '../access/create-token.ts'
import { clientOf, isRegistered, type Client } from '../authorization/client.ts'
import { requireAppPasswords } from '../client-apis/shared/password.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { addAuthorizationCode } from '../storage/accounts/authorization-codes.ts'

/** RFC 6749 4.1.2 */
const VALID_MS = 600_000

/** A user authorises a program. */
export const authorizationsRoutes = {
  'authorizations.get': async ({ config }, request) => {
    requireAppPasswords(config)
    const requested = request.scope?.split(' ') ?? []
    return {
      data: {
        name: requireClient(request).name,
        host: new URL(request.redirectUri).host,
        scopes: tokenScopes.filter((scope) => requested.includes(scope)),
        refusedAddress: addressWith(request, { error: 'access_denied' }),
      },
    }
  },

  'authorizations.create': async ({ user, storage, config, now, requireProof }, input) => {
    const { scopes, limit, password, TOTPCode, ...request } = input
    requireAppPasswords(config)
    requireLimitable({ scopes, limit })
    const { name } = requireClient(request)
    await requireProof('authorizations.create', { password, TOTPCode })
    await requireRoomForToken(storage, user.id)
    const code = randomBytes(32).toString('base64url')
    await addAuthorizationCode(storage, {
      hash: createHash('sha256').update(code).digest('hex'),
      userId: user.id,
      name,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      challenge: request.codeChallenge,
      scopes: JSON.stringify(scopes),
      limit: limit ? JSON.stringify(limit) : null,
      expiresAt: now() + VALID_MS,
    })
    return { data: { address: addressWith(request, { code }) } }
  },
} satisfies Routes

/** @throws Refusal invalidParameter: the browser must not be sent to an address that is not the program's */
function requireClient({ clientId, redirectUri }: AuthorizationRequest): Client {
  const client = clientOf(clientId)
  if (!client)
    throw new Refusal('invalidParameter', 'clientId: it names no program with an address of the Web')
  if (!isRegistered(client, redirectUri))
    throw new Refusal('invalidParameter', 'redirectUri: the program has registered another address')
  return client
}

function addressWith(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Readonly<Record<string, string>>,
): string {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...parameters, ...(state !== undefined && { state }) }))
    address.searchParams.set(name, value)
  return address.href
}
