/** A small OAuth 2 service on the loopback: authorisation with PKCE, refresh with rotation, revocation, an account. */
import { createHash } from 'node:crypto'
import { json, startService, type Service, type ServiceRequest, type ServiceResponse } from './service.ts'

export type OAuthService = {
  readonly service: Service
  /** A user agrees at the address to which a reader has sent them. @returns the path and query to which they return */
  readonly agree: (address: string, account?: string) => string
  /** A user declines there. */
  readonly decline: (address: string) => string
  /** Codes are no longer accepted. */
  readonly expireCodes: () => void
  /** Neither are refresh tokens. */
  readonly refuseRefresh: () => void
  /** Tokens that are accepted. */
  readonly valid: () => readonly string[]
  readonly accountOf: (request: ServiceRequest) => string | null
  readonly close: () => Promise<void>
}

type OAuthOptions = {
  /** `null` for a service that registers its clients itself. */
  readonly client: { readonly id: string; readonly secret: string } | null
  readonly paths?: { readonly token: string; readonly account: string }
  /** Of an access token; null: it does not expire, and there is no refresh token. */
  readonly expiresIn?: number | null
  readonly accountBody?: (name: string) => object
  /** The rest of the service. */
  readonly respond?: (request: ServiceRequest, account: string) => ServiceResponse | null
}

const PATHS = { token: '/oauth/token', account: '/account' }

export async function startOAuth({
  client,
  paths = PATHS,
  expiresIn = 3600,
  accountBody = (name) => ({ user: { name } }),
  respond = () => null,
}: OAuthOptions): Promise<OAuthService> {
  type Code = { readonly account: string; readonly redirect: string; readonly challenge: string }
  const codes = new Map<string, Code>()
  /** Access tokens and refresh tokens by their accounts. */
  const access = new Map<string, string>()
  const lasting = new Map<string, string>()
  const clients = new Map(client ? [[client.id, client.secret]] : [])
  let count = 0
  const next = (kind: string) => `${kind}-${(count += 1)}`
  const denied = (error: string) => json(400, { error })

  const grant = (account: string) => {
    const token = next('access')
    access.set(token, account)
    if (expiresIn === null) return json(200, { access_token: token, token_type: 'Bearer' })
    const refresh = next('refresh')
    lasting.set(refresh, account)
    return json(200, { access_token: token, refresh_token: refresh, expires_in: expiresIn })
  }
  const tokens = (fields: Readonly<Record<string, string>>): ServiceResponse => {
    if (fields['client_secret'] !== clients.get(fields['client_id'] ?? '')) return denied('invalid_client')
    if (fields['grant_type'] === 'refresh_token') {
      const account = lasting.get(fields['refresh_token'] ?? '')
      lasting.delete(fields['refresh_token'] ?? '')
      return account === undefined ? denied('invalid_grant') : grant(account)
    }
    const code = codes.get(fields['code'] ?? '')
    codes.delete(fields['code'] ?? '')
    const challenge = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url')
    const isGood = code?.challenge === challenge && code.redirect === fields['redirect_uri']
    return code && isGood ? grant(code.account) : denied('invalid_grant')
  }
  const accountOf = ({ headers }: ServiceRequest): string | null =>
    access.get((headers.authorization ?? '').replace('Bearer ', '')) ?? null

  const service = await startService((request) => {
    const { method, path, headers, body } = request
    if (method === 'POST' && path === '/api/v1/apps' && client === null) {
      const [id, secret] = [next('client'), next('secret')]
      clients.set(id, secret)
      return json(200, { client_id: id, client_secret: secret })
    }
    if (path.startsWith('/oauth/authorize?')) return consent(path)
    if (method === 'POST' && path === paths.token)
      return tokens(
        headers['content-type'] === 'application/json'
          ? (JSON.parse(body) as Record<string, string>)
          : Object.fromEntries(new URLSearchParams(body)),
      )
    if (method === 'POST' && path === '/oauth/revoke') {
      const token = new URLSearchParams(body).get('token') ?? ''
      access.delete(token)
      lasting.delete(token)
      return json(200, {})
    }
    const account = accountOf(request)
    if (account === null) return json(401, {})
    if (path === paths.account) return json(200, accountBody(account))
    return respond(request, account) ?? json(404, {})
  })
  const returned = (address: string, more: Readonly<Record<string, string>>): string => {
    const asked = new URL(address).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ ...more, state: asked.get('state') ?? '' }).toString()
    return back.pathname + back.search
  }
  const agree = (address: string, account = 'ada'): string => {
    const asked = new URL(address).searchParams
    const code = next('code')
    codes.set(code, {
      account,
      redirect: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge') ?? '',
    })
    return returned(address, { code })
  }
  const decline = (address: string) => returned(address, { error: 'access_denied' })
  /** The page where a user agrees. */
  const consent = (path: string): ServiceResponse => {
    const address = service.url + path
    const { origin } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
    const link = (words: string, to: string) =>
      `<a href="${(origin + to).replaceAll('&', '&amp;')}">${words}</a>`
    const body = `<title>The service</title>${link('Allow', agree(address))} ${link('Deny', decline(address))}`
    return { status: 200, headers: { 'content-type': 'text/html' }, body }
  }
  return {
    service,
    agree,
    decline,
    expireCodes: () => codes.clear(),
    refuseRefresh: () => lasting.clear(),
    valid: () => [...access.keys(), ...lasting.keys()],
    accountOf,
    close: () => service.close(),
  }
}
