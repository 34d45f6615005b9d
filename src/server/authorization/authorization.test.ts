import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOverHttp } from '../../../tests/support/assistant.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { makeShelf, type Shelf } from '../../../tests/support/sync.ts'

type Json = Record<string, unknown>

const VERIFIER = 'v'.repeat(43)
const REDIRECT = 'https://assistant.example/callback'
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

describe('letting a program in', () => {
  let server: TestServer
  let shelf: Shelf
  let bob: TestUser
  let now = Date.now()
  let clientId: string

  beforeAll(async () => {
    server = await startTestServer({ now: () => now })
    shelf = await makeShelf(server)
    bob = await server.signUp()
    clientId = String(
      (await register({ client_name: 'Assistant', redirect_uris: [REDIRECT] })).body['client_id'],
    )
  })
  afterAll(() => server.close())

  const post = async (path: string, init: RequestInit) => {
    const answer = await server.app.request(path, { method: 'POST', ...init })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const register = (body: unknown) => post('/oauth/register', { body: JSON.stringify(body) })
  const request = (changed: Json = {}) => ({
    responseType: 'code',
    clientId,
    redirectUri: REDIRECT,
    codeChallenge: challengeOf(VERIFIER),
    codeChallengeMethod: 'S256',
    state: 'its state',
    ...changed,
  })
  const get = (user: TestUser, changed?: Json) =>
    user.request(`/authorizations?${new URLSearchParams(request(changed) as Record<string, string>)}`)
  const grant = (user: TestUser, changed: Json = {}) =>
    user.request('/authorizations', {
      method: 'POST',
      body: { ...request(), scopes: ['read'], password: PASSWORD, ...changed },
    })
  /** The code with which a user sends the browser back. */
  const codeOf = async (user: TestUser, changed?: Json): Promise<string> => {
    const { data } = (await (await grant(user, changed)).json()) as { data: { address: string } }
    return new URL(data.address).searchParams.get('code') ?? ''
  }
  const exchange = (code: string, changed: Record<string, string> = {}) =>
    post('/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        client_id: clientId,
        code_verifier: VERIFIER,
        ...changed,
      }),
    })

  test('a program finds out what the server offers', async () => {
    const metadata = async (path: string) =>
      (await (await server.app.request(`/.well-known/${path}`)).json()) as Json
    expect(await metadata('oauth-protected-resource/mcp')).toMatchObject({
      resource: 'http://localhost/mcp',
      authorization_servers: ['http://localhost'],
    })
    expect(await metadata('oauth-authorization-server')).toMatchObject({
      issuer: 'http://localhost',
      authorization_endpoint: 'http://localhost/authorize',
      code_challenge_methods_supported: ['S256'],
    })
    const answer = await server.app.request('/mcp', { method: 'POST' })
    expect(answer.headers.get('www-authenticate')).toContain(
      'resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"',
    )
  })

  test('its user sees who asks for what, and gives a part of it', async () => {
    const shown = (await (await get(shelf.user, { scope: 'read manage everything' })).json()) as Json
    expect(shown['data']).toEqual({
      name: 'Assistant',
      host: 'assistant.example',
      scopes: ['read', 'manage'],
      refusedAddress: `${REDIRECT}?error=access_denied&state=its+state`,
    })
    const limit = { folders: ['News'], feeds: [] }
    const { data } = (await (await grant(shelf.user, { limit })).json()) as { data: { address: string } }
    expect(data.address).toMatch(/^https:\/\/assistant\.example\/callback\?code=[\w-]{43}&state=its\+state$/)
    const { status, body } = await exchange(new URL(data.address).searchParams.get('code') ?? '')
    expect([status, body]).toMatchObject([200, { token_type: 'Bearer', scope: 'read' }])
    const assistant = await connectOverHttp(server, String(body['access_token']))
    const { entries } = (await assistant.data('search', { query: '' })) as { entries: object[] }
    expect(entries).toHaveLength(4)
    await assistant.close()
    const { data: passwords } = (await (await shelf.user.request('/app-passwords')).json()) as {
      data: Json[]
    }
    expect(passwords.at(-1)).toMatchObject({ name: 'Assistant', scopes: ['read'], limit })
  })

  test('a code is worth something once, for its program, and for ten minutes', async () => {
    const refused = { status: 400, body: { error: 'invalid_grant' } }
    const code = await codeOf(shelf.user)
    expect((await exchange(code)).status).toBe(200)
    expect(await exchange(code)).toMatchObject(refused)
    const { body } = await register({ client_name: 'Other', redirect_uris: [REDIRECT] })
    const wrong: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(43) },
      { redirect_uri: `${REDIRECT}/other` },
      { client_id: String(body['client_id']) },
    ]
    for (const changed of wrong) {
      const another = await codeOf(shelf.user)
      expect(await exchange(another, changed)).toMatchObject(refused)
      // A wrong attempt ends it.
      expect(await exchange(another)).toMatchObject(refused)
    }
    const late = await codeOf(shelf.user)
    now += 600_001
    expect(await exchange(late)).toMatchObject(refused)
    expect(await exchange('unknown')).toMatchObject(refused)
    expect(await exchange(late, { grant_type: 'password' })).toMatchObject({
      body: { error: 'unsupported_grant_type' },
    })
    expect(await exchange(late, { code_verifier: 'short' })).toMatchObject({
      body: { error: 'invalid_request' },
    })
  })

  test('a token is that of the user who let the program in', async () => {
    const { body } = await exchange(await codeOf(bob))
    const authorization = `Bearer ${String(body['access_token'])}`
    const followed = await server.request('/subscriptions', { headers: { authorization } })
    expect(((await followed.json()) as { data: object[] }).data).toEqual([])
  })

  test('nobody is let in without a proof, a session, or a scope', async () => {
    expect((await grant(shelf.user, { password: undefined })).status).toBe(400)
    expect((await grant(shelf.user, { password: 'wrong' })).status).toBe(400)
    expect((await grant(shelf.user, { scopes: [] })).status).toBe(400)
    const limit = { folders: ['News'], feeds: [] }
    expect((await grant(shelf.user, { scopes: ['read', 'manage'], limit })).status).toBe(400)
    expect((await server.request('/authorizations', { method: 'POST', body: request() })).status).toBe(401)
    const { body } = await exchange(await codeOf(shelf.user))
    const headers = { authorization: `Bearer ${String(body['access_token'])}` }
    const answer = await server.request('/authorizations', {
      method: 'POST',
      headers,
      body: { ...request(), scopes: ['manage'], password: PASSWORD },
    })
    expect(answer.status).toBe(403)
  })

  test.each([
    ['another address', { redirectUri: 'https://evil.example/callback' }],
    ['a page below its address', { redirectUri: `${REDIRECT}/../other` }],
    ['an unknown program', { clientId: 'unknown' }],
    ['no challenge', { codeChallenge: '' }],
    ['a challenge in plain text', { codeChallengeMethod: 'plain' }],
    ['a token at once', { responseType: 'token' }],
  ])('a request with %s sends the browser nowhere', async (_, changed) => {
    expect((await get(shelf.user, changed)).status).toBe(400)
    expect((await grant(shelf.user, changed)).status).toBe(400)
  })

  test.each([
    'http://assistant.example/callback',
    'javascript:alert(1)',
    'https://assistant.example/#part',
    'https://user@assistant.example/',
    'nothing',
  ])('no program registers %s', async (address) => {
    expect(await register({ redirect_uris: [address] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    })
    const forged = Buffer.from(JSON.stringify({ client_name: 'x', redirect_uris: [address] })).toString(
      'base64url',
    )
    expect((await grant(shelf.user, { clientId: forged, redirectUri: address })).status).toBe(400)
  })

  test('a program on the same machine comes back on any port', async () => {
    const { body } = await register({ redirect_uris: ['http://127.0.0.1:1234/back'] })
    const local = { clientId: String(body['client_id']) }
    expect((await get(shelf.user, { ...local, redirectUri: 'http://127.0.0.1:4321/back' })).status).toBe(200)
    expect((await get(shelf.user, { ...local, redirectUri: 'http://127.0.0.1:4321/other' })).status).toBe(400)
    expect((await get(shelf.user, { ...local, redirectUri: 'http://localhost:4321/back' })).status).toBe(400)
  })
})

test('nothing is let in where other apps may not sign in', async () => {
  const server = await startTestServer({ env: { APP_PASSWORDS: 'off' } })
  const ada = await server.signUp()
  const answer = await ada.request(
    `/authorizations?${new URLSearchParams({
      responseType: 'code',
      clientId: Buffer.from(JSON.stringify({ redirect_uris: [REDIRECT] })).toString('base64url'),
      redirectUri: REDIRECT,
      codeChallenge: challengeOf(VERIFIER),
      codeChallengeMethod: 'S256',
    })}`,
  )
  expect(answer.status).toBe(403)
  await server.close()
})
