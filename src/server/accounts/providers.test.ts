import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOidcProvider, type Claims, type OidcProvider } from '../../../tests/support/oidc.ts'
import {
  cookiesOf,
  PASSWORD,
  SECRET,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { authOptions } from './auth.ts'
import { providerButtons } from './providers.ts'

let server: TestServer
let provider: OidcProvider
beforeEach(async () => {
  provider = await startOidcProvider('lectern', 'between us')
})
afterEach(async () => {
  provider.close()
  await server.close()
})

const env = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'between us',
  OIDC_NAME: 'The Institute',
  LOG_LEVEL: 'silent',
})
const grace: Claims = { sub: 'g-1', email: 'grace@example.org', email_verified: true, name: 'Grace' }
const post = (body: unknown, cookie = ''): RequestOptions => ({
  method: 'POST',
  body,
  headers: cookie ? { cookie } : {},
})
const json = async (answer: Response | Promise<Response>) =>
  (await (await answer).json()) as Record<string, unknown>

/** As a browser: starts here, signs in there, returns. @returns our last response */
async function comeBack(
  claims: Claims,
  path = '/better-auth/sign-in/social',
  cookie = '',
): Promise<Response> {
  const requests = await server.request(path, post({ provider: 'oidc', callbackURL: '/welcome' }, cookie))
  const { url, redirect } = (await requests.clone().json()) as { url: string; redirect: boolean }
  expect(redirect).toBe(true)
  const back = provider.signIn(url, claims)
  const headers = { cookie: [cookie, cookiesOf(requests)].filter(Boolean).join('; ') }
  return server.app.request(back.pathname + back.search, { headers })
}
const emails = async () =>
  (await server.storage.db.selectFrom('user').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  )

describe.each(kinds)('a provider of OpenID Connect on %s', (kind) => {
  test('is offered, and makes an account that its next sign-in finds again', async () => {
    server = await startTestServer({ kind, env: env() })
    expect(await json(server.request('/better-auth/get-providers'))).toMatchObject({
      credential: { name: 'E-mail' },
      oidc: { id: 'oidc', name: 'The Institute', icon64: expect.stringMatching(/^data:image/) },
    })
    const first = await comeBack(grace)
    expect(first.headers.get('location')).toBe('/welcome')
    const headers = { cookie: cookiesOf(first) }
    expect(await json(server.request('/better-auth/get-session', { headers }))).toMatchObject({
      user: { email: grace.email, emailVerified: true, name: 'Grace' },
    })
    expect((await server.request('/settings', { headers })).status).toBe(200)
    await comeBack(grace)
    expect(await emails()).toEqual([grace.email])
    expect(await json(server.request('/better-auth/get-account-info', { headers }))).toEqual([
      expect.objectContaining({
        provider: 'oidc',
        accountId: 'g-1',
        profile: { id: 'g-1', name: 'Grace', email: grace.email, emailVerified: true },
      }),
    ])
  })

  test('is linked to an account and unlinked again, but never the last way in', async () => {
    server = await startTestServer({ kind, env: env() })
    const ada = await server.signUp('ada')
    expect((await comeBack(grace, '/better-auth/link-social', ada.cookie)).headers.get('location')).toBe(
      '/welcome',
    )
    const info = async () => (await (await ada.request('/better-auth/get-account-info')).json()) as object[]
    expect(await info()).toHaveLength(2)
    const again = { cookie: cookiesOf(await comeBack(grace)) }
    expect(await json(server.request('/better-auth/get-session', { headers: again }))).toMatchObject({
      user: { id: ada.id },
    })
    const unlink = (providerId: string, accountId: string) =>
      ada.request('/better-auth/unlink-account', post({ providerId, accountId }))
    const linked = (await (await ada.request('/better-auth/list-accounts')).json()) as {
      providerId: string
      accountId: string
    }[]
    expect(linked.map(({ providerId }) => providerId).toSorted()).toEqual(['credential', 'oidc'])
    expect(await json(unlink('oidc', 'g-1'))).toEqual({ status: true })
    expect(await info()).toHaveLength(1)
    expect(await json(unlink('credential', ada.id))).toMatchObject({
      message: expect.stringMatching(/last account/),
    })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test.each([
    // What a provider may send.
    ['javascript:alert(1)', null],
    ['data:image/svg+xml,<svg/>', null],
    ['https://pictures.example/grace.png', 'https://pictures.example/grace.png'],
  ])('names a picture, which is taken if it is of the Web: %s', async (picture, stored) => {
    server = await startTestServer({ kind, env: env() })
    const headers = { cookie: cookiesOf(await comeBack({ ...grace, picture })) }
    expect(await json(server.request('/better-auth/get-session', { headers }))).toMatchObject({
      user: { name: 'Grace', image: stored },
    })
  })

  test('can be combined with a first password, which signs in by itself and is set once', async () => {
    server = await startTestServer({ kind, env: env() })
    const cookie = cookiesOf(await comeBack(grace))
    const set = (newPassword: unknown) =>
      server.request('/better-auth/set-password', post({ newPassword }, cookie))
    const signIn = () =>
      server.request('/better-auth/sign-in/email', post({ email: grace.email, password: PASSWORD }))
    expect((await signIn()).status).toBe(401)
    expect((await set('short')).status).toBe(400)
    expect(await json(set(PASSWORD))).toEqual({ status: true })
    expect((await signIn()).status).toBe(200)
    expect((await set('another horse battery')).status).toBe(400)
    expect((await signIn()).status).toBe(200)
  })

  test('creates no account where sign-up is by invitation or closed', async () => {
    server = await startTestServer({ kind, env: { ...env(), SIGNUP: '' } })
    await server.signUp('ada')
    const answer = await comeBack(grace)
    expect(answer.headers.get('location') ?? '').toMatch(/error|1003|nvitation/)
    expect(cookiesOf(answer)).not.toMatch(/session_token=[^;]/)
    expect(await emails()).toEqual(['ada@example.org'])
  })
})

test('a token that the provider did not sign opens nothing', async () => {
  server = await startTestServer({ env: env() })
  provider.forge()
  const answer = await comeBack(grace)
  expect(answer.headers.get('location')).toMatch(/error/)
  expect(await emails()).toEqual([])
})

describe.each([
  ['says is not verified', { email_verified: false }],
  ['says nothing about', {}],
  ['says is verified', { email_verified: true }],
])('an address that the provider %s', (_, verified) => {
  const claimsOf = (email: string): Claims => ({ sub: 'att-3', email, name: 'Mallory', ...verified })

  test.each([false, true])('does not open the account that has it (confirmed: %s)', async (confirmed) => {
    server = await startTestServer({ env: env() })
    const admin = await server.signUp('admin')
    await confirm(admin.id, confirmed)
    const answer = await comeBack(claimsOf(admin.email))
    expect(answer.headers.get('location')).toMatch(/error=account_not_linked/)
    expect(cookiesOf(answer)).not.toMatch(/session_token=[^;]/)
    const session = await server.request('/better-auth/get-session', {
      headers: { cookie: cookiesOf(answer) },
    })
    expect(await session.json()).toBeNull()
    expect(await (await admin.request('/better-auth/get-account-info')).json()).toHaveLength(1)
  })

  test('is linked from within a session, and signs in from then on', async () => {
    server = await startTestServer({ env: env() })
    const admin = await server.signUp('admin')
    await confirm(admin.id, true)
    const linked = await comeBack(claimsOf(admin.email), '/better-auth/link-social', admin.cookie)
    expect(linked.headers.get('location')).toBe('/welcome')
    const headers = { cookie: cookiesOf(await comeBack(claimsOf(admin.email))) }
    expect(await json(server.request('/better-auth/get-session', { headers }))).toMatchObject({
      user: { id: admin.id },
    })
  })
})

const confirm = (id: string, confirmed: boolean) =>
  server.storage.db
    .updateTable('user')
    .set({ emailVerified: confirmed ? 1 : 0 })
    .where('id', '=', id)
    .execute()

test('no provider links by an address: the rule holds for each that is set up', async () => {
  const pair = (name: string) => ({ [`${name}_CLIENT_ID`]: 'a', [`${name}_CLIENT_SECRET`]: 'b' })
  const keys = { ...pair('GITHUB'), ...pair('GOOGLE'), ...pair('APPLE') }
  server = await startTestServer({ env: { ...env(), ...keys } })
  const { accountLinking } = authOptions(server.services, { secret: SECRET, limits: false }).account
  expect(accountLinking.disableImplicitLinking).toBe(true)
  const offered = Object.keys(providerButtons(server.services.config)).filter((id) => id !== 'credential')
  expect(offered.toSorted()).toEqual(['apple', 'github', 'google', 'oidc'])
  // Within a session each of them may be linked, whatever its address.
  expect(accountLinking.trustedProviders.toSorted()).toEqual(offered.toSorted())
})

test('provider tokens are not stored in the clear', async () => {
  server = await startTestServer({ env: env() })
  await comeBack(grace)
  const rows = await server.storage.db.selectFrom('account').selectAll().execute()
  expect(rows).toMatchObject([{ accountId: 'g-1', accessToken: expect.stringMatching(/./) }])
  expect(JSON.stringify(rows)).not.toContain('opaque')
})

test('a provider that was away when the server started is found when it is back', async () => {
  const { issuer } = provider
  server = await startTestServer({ env: { ...env(), OIDC_ISSUER: 'http://127.0.0.1:1' } })
  const requests = await server.request(
    '/better-auth/sign-in/social',
    post({ provider: 'oidc', callbackURL: '/' }),
  )
  expect(requests.status).toBeGreaterThanOrEqual(400)
  Object.assign(server.services.config, { OIDC_ISSUER: issuer })
  expect((await comeBack(grace)).headers.get('location')).toBe('/welcome')
})

test('the three known providers are offered where their keys are set', async () => {
  const keys = { GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b', GOOGLE_CLIENT_ID: 'only half' }
  server = await startTestServer({ env: keys })
  expect(Object.keys(await json(server.request('/better-auth/get-providers')))).toEqual([
    'credential',
    'github',
  ])
  const requests = await json(
    server.request('/better-auth/sign-in/social', post({ provider: 'github', callbackURL: '/' })),
  )
  expect(requests).toMatchObject({ redirect: true, url: expect.stringMatching(/^https:\/\/github\.com\//) })
})
