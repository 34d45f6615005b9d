import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOidcProvider, type Claims, type OidcProvider } from '../../../tests/support/oidc.ts'
import {
  cookiesOf,
  PASSWORD,
  startTestServer,
  type AskInit,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

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
const post = (body: unknown, cookie = ''): AskInit => ({
  method: 'POST',
  body,
  headers: cookie ? { cookie } : {},
})
const json = async (answer: Response | Promise<Response>) =>
  (await (await answer).json()) as Record<string, unknown>

/** The way of a browser: asks us, signs in there, comes back. @returns our last answer */
async function comeBack(
  claims: Claims,
  path = '/better-auth/sign-in/social',
  cookie = '',
): Promise<Response> {
  const asked = await server.ask(path, post({ provider: 'oidc', callbackURL: '/welcome' }, cookie))
  const { url, redirect } = (await asked.clone().json()) as { url: string; redirect: boolean }
  expect(redirect).toBe(true)
  const back = provider.signIn(url, claims)
  const headers = { cookie: [cookie, cookiesOf(asked)].filter(Boolean).join('; ') }
  return server.app.request(back.pathname + back.search, { headers })
}
const emails = async () =>
  (await server.storage.db.selectFrom('user').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  )

describe.each(kinds)('a provider of OpenID Connect on %s', (kind) => {
  test('is offered, and makes an account that its next sign-in finds again', async () => {
    server = await startTestServer({ kind, env: env() })
    expect(await json(server.ask('/better-auth/get-providers'))).toMatchObject({
      credential: { name: 'E-mail' },
      oidc: { id: 'oidc', name: 'The Institute', icon64: expect.stringMatching(/^data:image/) },
    })
    const first = await comeBack(grace)
    expect(first.headers.get('location')).toBe('/welcome')
    const headers = { cookie: cookiesOf(first) }
    expect(await json(server.ask('/better-auth/get-session', { headers }))).toMatchObject({
      user: { email: grace.email, emailVerified: true, name: 'Grace' },
    })
    expect((await server.ask('/settings', { headers })).status).toBe(200)
    await comeBack(grace)
    expect(await emails()).toEqual([grace.email])
    expect(await json(server.ask('/better-auth/get-account-info', { headers }))).toEqual([
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
    const info = async () => (await (await ada.ask('/better-auth/get-account-info')).json()) as object[]
    expect(await info()).toHaveLength(2)
    const again = { cookie: cookiesOf(await comeBack(grace)) }
    expect(await json(server.ask('/better-auth/get-session', { headers: again }))).toMatchObject({
      user: { id: ada.id },
    })
    const unlink = (providerId: string, accountId: string) =>
      ada.ask('/better-auth/unlink-account', post({ providerId, accountId }))
    const linked = (await (await ada.ask('/better-auth/list-accounts')).json()) as {
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

  test('can be joined by a first password, which opens the door by itself and is set once', async () => {
    server = await startTestServer({ kind, env: env() })
    const cookie = cookiesOf(await comeBack(grace))
    const set = (newPassword: unknown) =>
      server.ask('/better-auth/set-password', post({ newPassword }, cookie))
    const signIn = () =>
      server.ask('/better-auth/sign-in/email', post({ email: grace.email, password: PASSWORD }))
    expect((await signIn()).status).toBe(401)
    expect((await set('short')).status).toBe(400)
    expect(await json(set(PASSWORD))).toEqual({ status: true })
    expect((await signIn()).status).toBe(200)
    expect((await set('another horse battery')).status).toBe(400)
    expect((await signIn()).status).toBe(200)
  })

  test('brings nobody new where accounts are by invitation or closed', async () => {
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

test('an unproved address does not take over the account that has it', async () => {
  server = await startTestServer({ env: env() })
  const ada = await server.signUp('ada')
  const answer = await comeBack({ ...grace, email: ada.email, email_verified: false })
  expect(answer.headers.get('location')).toMatch(/error/)
  expect(await (await ada.ask('/better-auth/get-account-info')).json()).toHaveLength(1)
})

test('a provider that was away when the server started is found when it is back', async () => {
  const { issuer } = provider
  server = await startTestServer({ env: { ...env(), OIDC_ISSUER: 'http://127.0.0.1:1' } })
  const asked = await server.ask('/better-auth/sign-in/social', post({ provider: 'oidc', callbackURL: '/' }))
  expect(asked.status).toBeGreaterThanOrEqual(400)
  Object.assign(server.services.config, { OIDC_ISSUER: issuer })
  expect((await comeBack(grace)).headers.get('location')).toBe('/welcome')
})

test('the three known providers are offered where their keys are set', async () => {
  const keys = { GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b', GOOGLE_CLIENT_ID: 'only half' }
  server = await startTestServer({ env: keys })
  expect(Object.keys(await json(server.ask('/better-auth/get-providers')))).toEqual(['credential', 'github'])
  const asked = await json(
    server.ask('/better-auth/sign-in/social', post({ provider: 'github', callbackURL: '/' })),
  )
  expect(asked).toMatchObject({ redirect: true, url: expect.stringMatching(/^https:\/\/github\.com\//) })
})
