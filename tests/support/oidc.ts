/** A small OpenID Connect provider on the loopback: discovery, keys, tokens signed with RS256. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { startSite, type Site } from './site.ts'

export type Claims = {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

export type OidcProvider = {
  readonly issuer: string
  /** Signs in as a user's browser does. @returns the address to return to */
  readonly signIn: (authorizationUrl: string, claims: Claims) => URL
  /** Signs with an unpublished key from now on. */
  readonly forge: () => void
  readonly close: () => void
}

export async function startOidcProvider(clientId: string, clientSecret: string): Promise<OidcProvider> {
  const site = await startSite()
  const known = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let { privateKey } = known
  const granted = new Map<string, { claims: Claims; nonce: string | null; challenge: string | null }>()
  const jwt = (claims: object) => {
    const head = encoded({ alg: 'RS256', kid: 'one', typ: 'JWT' })
    const text = `${head}.${encoded(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const answers: Record<string, () => object | null> = {
    '/.well-known/openid-configuration': () => ({
      issuer: site.url,
      authorization_endpoint: `${site.url}/authorize`,
      token_endpoint: `${site.url}/token`,
      jwks_uri: `${site.url}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...known.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => {
      const input = new URLSearchParams(site.requests.at(-1)?.body)
      const grant = granted.get(input.get('code') ?? '')
      const proof = createHash('sha256')
        .update(input.get('code_verifier') ?? '')
        .digest('base64url')
      if (!grant || !sentSecret(site, input, clientId, clientSecret) || proof !== grant.challenge) return null
      const now = Math.floor(Date.now() / 1000)
      const about = { iss: site.url, aud: clientId, iat: now, exp: now + 300, nonce: grant.nonce }
      return { access_token: 'opaque', token_type: 'Bearer', id_token: jwt({ ...about, ...grant.claims }) }
    },
  }
  site.answer = (request, response) => {
    const body = answers[(request.url ?? '').split('?')[0] ?? '']?.() ?? null
    response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: 'invalid_grant' }))
  }
  return {
    issuer: site.url,
    signIn(authorizationUrl, claims) {
      const requests = new URL(authorizationUrl).searchParams
      const code = `code-${granted.size + 1}`
      granted.set(code, { claims, nonce: requests.get('nonce'), challenge: requests.get('code_challenge') })
      const back = new URL(requests.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: requests.get('state') ?? '' }).toString()
      return back
    },
    forge: () => void ({ privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })),
    close: site.close,
  }
}

function sentSecret({ requests }: Site, input: URLSearchParams, id: string, secret: string): boolean {
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const inBody = input.get('client_id') === id && input.get('client_secret') === secret
  return inBody || requests.at(-1)?.headers.authorization === basic
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
