import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOidcProvider, type OidcProvider } from '../../../tests/support/oidc.ts'
import { cookiesOf, PASSWORD, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { readConfig } from '../config.ts'
import { requireOtherWay } from './local-sign-in.ts'

let server: TestServer
let provider: OidcProvider
beforeEach(async () => void (provider = await startOidcProvider('lectern', 'between us')))
afterEach(async () => {
  provider.close()
  await server.close()
})

const oidc = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'between us',
  LOG_LEVEL: 'silent',
})
const forwarded = { FORWARD_AUTH_HEADER: 'Remote-Email', FORWARD_AUTH_PROXIES: '127.0.0.1' }
/** As the next start with LOCAL_SIGNIN=off would read it. */
const closeLocal = () => Object.assign(server.services.config, { LOCAL_SIGNIN: 'off' })
const starts = (env: Record<string, string>) =>
  requireOtherWay(server.storage, readConfig({ LOCAL_SIGNIN: 'off', ...env }))

/** @returns the last response, to the redirect from the provider */
async function comeBack(path: string, claims: { sub: string; email: string }, cookie = '') {
  const body = { provider: 'oidc', callbackURL: '/welcome' }
  const response = await server.request(path, { method: 'POST', body, headers: { cookie } })
  const { url } = (await response.clone().json()) as { url: string }
  const back = provider.signIn(url, { email_verified: true, name: 'Ada', ...claims })
  const headers = { cookie: [cookie, cookiesOf(response)].filter(Boolean).join('; ') }
  return server.app.request(back.pathname + back.search, { headers })
}

describe.each(kinds)('LOCAL_SIGNIN=off on %s', (kind) => {
  test('the first account comes by a provider, and is the admin', async () => {
    server = await startTestServer({ kind, env: { ...oidc(), SIGNUP: '', LOCAL_SIGNIN: 'off' } })
    await starts({ ...oidc(), SIGNUP: '' })
    const answer = await comeBack('/better-auth/sign-in/social', { sub: 'a-1', email: 'ada@example.org' })
    const session = await server.request('/better-auth/get-session', {
      headers: { cookie: cookiesOf(answer) },
    })
    expect(await session.json()).toMatchObject({ admin: true, user: { email: 'ada@example.org' } })
    await starts(oidc())
  })

  test('an admin whom the proxy has named in a session is enough', async () => {
    server = await startTestServer({ kind, env: forwarded })
    await server.request('/settings', { headers: { 'remote-email': 'ada@example.org' } })
    await starts(forwarded)
    await server.storage.db.deleteFrom('account').execute()
    await expect(starts(forwarded)).rejects.toThrow('open Lectern through the proxy')
  })

  test('the only way to sign in cannot be unlinked', async () => {
    server = await startTestServer({ kind, env: oidc() })
    const ada = await server.signUp('ada')
    await comeBack('/better-auth/link-social', { sub: 'a-1', email: ada.email }, ada.cookie)
    const unlink = () =>
      ada.request('/better-auth/unlink-account', {
        method: 'POST',
        body: { providerId: 'oidc', accountId: 'a-1', password: PASSWORD },
      })
    closeLocal()
    const refused = await unlink()
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('only way to sign in') })
    Object.assign(server.services.config, { LOCAL_SIGNIN: 'on' })
    expect((await unlink()).status).toBe(200)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('refuses passwords, sign-up, forgotten passwords and passkeys in words; open sessions stay', async () => {
    server = await startTestServer({ kind, env: oidc() })
    const ada = await server.signUp('ada')
    closeLocal()
    const newPassword = 'another horse battery'
    for (const [method, path, body] of [
      ['POST', 'sign-in/email', { email: ada.email, password: PASSWORD }],
      ['POST', 'sign-up/email', { email: 'bob@example.org', password: PASSWORD, name: 'Bob' }],
      ['POST', 'forget-password', { email: ada.email, redirectTo: '/reset-password' }],
      ['POST', 'request-password-reset', { email: ada.email, redirectTo: '/reset-password' }],
      ['POST', 'reset-password', { token: 'x', newPassword }],
      ['GET', 'passkey/generate-authenticate-options', undefined],
      ['POST', 'passkey/verify-authentication', { response: {} }],
    ] as const) {
      const answer = await server.request(`/better-auth/${path}`, { method, body })
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.json()).toMatchObject({
        message: 'Sign-in with a password or a passkey is closed on this server.',
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await server.storage.db.selectFrom('user').select('email').execute()).toHaveLength(1)
    expect((await ada.request('/settings')).status).toBe(200)
    expect(
      Object.keys((await (await server.request('/better-auth/get-providers')).json()) as object),
    ).toEqual(['oidc'])
    expect(await (await server.request('/status/configs')).json()).toMatchObject({
      data: { LOCAL_SIGNIN: false, APP_PASSWORDS: true },
    })
  })

  test('an admin with a password alone stops the start, until a provider is linked', async () => {
    server = await startTestServer({ kind, env: oidc() })
    const ada = await server.signUp('ada')
    const bob = await server.signUp('bob')
    const claims = (email: string) => ({ sub: email, email })
    await comeBack('/better-auth/link-social', claims(bob.email), bob.cookie)
    await expect(starts(oidc())).rejects.toThrow(/lock the admin out.*LOCAL_SIGNIN=on.*link a provider/)
    await comeBack('/better-auth/link-social', claims(ada.email), ada.cookie)
    await starts(oidc())
    // Of a provider that is no longer set up.
    await expect(starts(forwarded)).rejects.toThrow('lock the admin out')
    await server.storage.db.updateTable('user').set({ deleted: 1 }).where('id', '=', ada.id).execute()
    await expect(starts(oidc())).rejects.toThrow('lock the admin out')
  })

  test('without any other way it stops the start', async () => {
    server = await startTestServer({ kind })
    await expect(starts({})).rejects.toThrow('needs another way to sign in')
    await starts({ ...oidc(), SIGNUP: 'invite' })
    await starts({ ...oidc(), ...forwarded, SIGNUP: 'closed' })
    await requireOtherWay(server.storage, readConfig({}))
  })

  test('APP_PASSWORDS=off refuses other apps and new app passwords in words', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const make = () =>
      ada.request('/app-passwords', { method: 'POST', body: { name: 'Phone', password: PASSWORD } })
    const { data } = (await (await make()).json()) as { data: { password: string } }
    const body = () => new URLSearchParams({ Email: ada.email, Passwd: data.password })
    const signIn = () => server.app.request('/accounts/ClientLogin', { method: 'POST', body: body() })
    const token = /Auth=(.*)/.exec(await (await signIn()).text())?.[1]
    const read = () =>
      server.app.request('/api/greader.php/reader/api/0/user-info', {
        headers: { authorization: `GoogleLogin auth=${token}` },
      })
    expect((await read()).status).toBe(200)
    Object.assign(server.services.config, { APP_PASSWORDS: 'off' })
    const fever = await server.app.request('/fever/?api', { method: 'POST' })
    for (const answer of [await signIn(), await read(), fever]) {
      expect(answer.status).toBe(403)
      expect(await answer.text()).toBe('This server does not let other apps sign in (APP_PASSWORDS).')
    }
    const refused = await make()
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: expect.any(Number) }])
    expect(await (await server.request('/status/configs')).json()).toMatchObject({
      data: { LOCAL_SIGNIN: true, APP_PASSWORDS: false },
    })
  })
})
