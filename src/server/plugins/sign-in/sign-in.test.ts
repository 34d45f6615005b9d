/** Users sign in to the service of a plugin from elsewhere: what is stored, refreshed, revoked, and what is refused. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../../tests/support/guest-plugin.ts'
import { startOAuth, type OAuthService } from '../../../../tests/support/oauth.ts'
import { startPluginServer, type PluginServer } from '../../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../../tests/support/server.ts'
import { startService } from '../../../../tests/support/service.ts'
import { kinds } from '../../../../tests/support/storage.ts'

const HOUR = 3_600_000
const CLIENT = { id: 'lectern', secret: 'a-client-secret' }
let now = Date.UTC(2026, 10, 1)
let oauth: OAuthService
let server: PluginServer
beforeEach(async () => {
  now = Date.UTC(2026, 10, 1)
  oauth = await startOAuth({ client: CLIENT, respond: (_, account) => ({ status: 200, body: account }) })
})
afterEach(async () => {
  await server.close()
  await oauth.close()
})

const SIGN_IN = {
  authorize: '{endpoint}/oauth/authorize',
  token: '{endpoint}/oauth/token',
  revoke: '{endpoint}/oauth/revoke',
  scopes: ['read', 'write'],
  client: { setting: 'clientId', secret: 'clientSecret' },
  account: { url: '{endpoint}/account', field: 'user.name' },
}
/** Its call `who` returns what the service says to the access token. */
const bundle = (signIn: object = SIGN_IN) =>
  guestBundle({
    api: '1.19',
    permissions: ['net:{endpoint}'],
    settings: {
      endpoint: { type: 'string', default: '' },
      clientId: { type: 'string', default: '' },
    },
    secrets: ['clientSecret'],
    signIn,
    server: `
      host.answer('who', async (_, { accessToken, fetch, settings }) => {
        const token = await accessToken()
        if (token === '') return 'nobody'
        const reply = await fetch(settings.endpoint + '/who', { headers: { Authorization: 'Bearer ' + token } })
        return reply.status === 200 ? reply.text : reply.status
      })`,
  })
const start = async (kind: (typeof kinds)[number] = 'sqlite') => {
  server = await startPluginServer('hello', kind, { env: { PLUGIN_SERVER_HALVES: 'on' }, now: () => now })
  await install(server.user)
}
async function install(user: TestUser, text = bundle(), endpoint = oauth.service.url) {
  const response = await installBundle(user, text, [`net:{endpoint}=${new URL(endpoint).host}`])
  expect(await response.json()).toMatchObject({ code: 0 })
  const values = { endpoint, clientId: CLIENT.id }
  const body = { values, secrets: { clientSecret: CLIENT.secret } }
  await user.request('/plugins/guest/settings', { method: 'PATCH', body })
}
type Answer = { readonly ok: boolean; readonly output?: { address: string }; readonly words?: object }
const begin = async (user = server.user): Promise<Answer> =>
  ((await (await user.request('/plugins/guest/sign-in', { method: 'POST' })).json()) as { data: Answer }).data
const addressOf = async (user = server.user) => (await begin(user)).output?.address ?? ''
/** The browser of a user comes back from the service. @returns where it is led */
const comeBack = async (path: string, user = server.user) => {
  const response = await user.request(path.replace(/^\/api/, ''), { redirect: 'manual' })
  return response.headers.get('location')
}
const connect = async (user = server.user, account?: string) =>
  comeBack(oauth.agree(await addressOf(user), account), user)
const who = async (user = server.user) => {
  const response = await user.request('/plugins/guest/calls/who', { method: 'POST', body: {} })
  const { output, words } = ((await response.json()) as { data: { output?: unknown; words?: unknown } }).data
  return words ?? output
}
const shown = async (user = server.user) => {
  const response = await user.request('/plugins/guest/settings')
  return ((await response.json()) as { data: { signIn: object; outcome?: object } }).data
}
const rows = () => server.server.storage.db.selectFrom('pluginSignIns').selectAll().execute()
const PAGE = '/settings/integration/guest'
const host = () => new URL(oauth.service.url).host

describe.each(kinds)('on %s', (kind) => {
  test('a user connects, and disconnects: the tokens are sealed, and revoked', async () => {
    await start(kind)
    const address = new URL(await addressOf())
    const parameters = Object.fromEntries(address.searchParams)
    expect(address.href.startsWith(`${oauth.service.url}/oauth/authorize?`)).toBe(true)
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      scope: 'read write',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/[^/]+\/api\/plugins\/guest\/sign-in\/return$/),
    })
    expect(await who()).toBe('nobody')
    expect(await comeBack(oauth.agree(address.href))).toBe(PAGE)
    expect(await who()).toBe('ada')
    expect(await shown()).toMatchObject({
      signIn: { isConnected: true, account: 'ada', needsClient: true },
      outcome: { kind: 'signIn', words: null },
    })
    const [row] = await rows()
    expect(row?.pending).toBeNull()
    for (const token of oauth.valid()) expect(JSON.stringify(row)).not.toContain(token)

    const answer = await server.user.request('/plugins/guest/sign-in', { method: 'DELETE' })
    expect(await answer.json()).toEqual({ code: 0 })
    expect(await rows()).toEqual([])
    expect(await who()).toBe('nobody')
    expect(oauth.valid()).toHaveLength(2)
    await server.runJobs()
    expect(oauth.valid()).toEqual([])
  })

  test('an expired token is refreshed once for all that need it, and its successor is used', async () => {
    await start(kind)
    await connect()
    now += HOUR
    expect(await Promise.all([who(), who(), who()])).toEqual(['ada', 'ada', 'ada'])
    const refreshes = () =>
      oauth.service.requests.filter(({ body }) => body.includes('grant_type=refresh_token')).length
    expect(refreshes()).toBe(1)
    now += HOUR
    expect(await who()).toBe('ada')
    expect(refreshes()).toBe(2)
  })
})

test('a user who declines is told so, and stays as they were', async () => {
  await start()
  expect(await comeBack(oauth.decline(await addressOf()))).toBe(PAGE)
  expect(await shown()).toMatchObject({
    signIn: { isConnected: false },
    outcome: { words: { key: 'plugin.signIn.refused', values: { service: host() } } },
  })
})

test('a return counts once, in its own session, for its own plugin, and within ten minutes', async () => {
  await start()
  const expired = `${PAGE}?signIn=expired`
  const other = await server.signUpFollower('other')
  await install(other)
  const path = oauth.agree(await addressOf())

  expect(await comeBack(path.replace('state=', 'state=x'))).toBe(expired)
  expect(await comeBack(path.replace(/&?state=[^&]*/, ''))).toBe(expired)
  expect(await comeBack(path, other)).toBe(expired)
  const nobody = await server.server.request(path.replace(/^\/api/, ''), { redirect: 'manual' })
  expect(nobody.headers.get('location')).toBe(expired)
  expect(await comeBack(path.replace('guest', 'raindrop'))).toBe(
    '/settings/integration/raindrop?signIn=expired',
  )
  const signedIn = await server.server.request('/better-auth/sign-in/email', {
    method: 'POST',
    body: { email: server.user.email, password: 'correct horse battery' },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const elsewhere = await server.server.request(path.replace(/^\/api/, ''), {
    redirect: 'manual',
    headers: { cookie },
  })
  expect(elsewhere.headers.get('location')).toBe(expired)
  expect(await shown()).toMatchObject({ signIn: { isConnected: false } })
  expect(await shown()).not.toHaveProperty('outcome')

  expect(await comeBack(path)).toBe(PAGE)
  expect(await who()).toBe('ada')
  expect(await comeBack(path)).toBe(expired)
  const late = oauth.agree(await addressOf())
  now += 600_000
  expect(await comeBack(late)).toBe(expired)
  const first = await addressOf()
  await addressOf()
  expect(await comeBack(oauth.agree(first))).toBe(expired)
})

test('a code that the service no longer takes is its refusal, in its words', async () => {
  await start()
  const path = oauth.agree(await addressOf())
  oauth.expireCodes()
  expect(await comeBack(path)).toBe(PAGE)
  expect(await shown()).toMatchObject({
    signIn: { isConnected: false, account: null },
    outcome: {
      words: { key: 'plugin.signIn.notAccepted', values: { service: host(), reason: 'invalid_grant' } },
    },
  })
})

test('a refused refresh ends the sign-in; a service that is down does not', async () => {
  await start()
  await connect()
  now += HOUR - 30_000
  oauth.service.refuseNext({ status: 503 })
  expect(await who()).toBe('ada')
  now += 60_000
  oauth.service.refuseNext({ status: 503 })
  expect(await who()).toMatchObject({ key: 'outside.down' })
  oauth.refuseRefresh()
  expect(await who()).toEqual({ key: 'plugin.signIn.ended', values: { service: host() } })
  expect(await who()).toBe('nobody')
  expect(await shown()).toMatchObject({ signIn: { isConnected: false, account: null } })
})

test('a second user has their own account, and nothing of the first', async () => {
  await start()
  const other = await server.signUpFollower('other')
  await install(other)
  await connect()
  expect(await who(other)).toBe('nobody')
  await connect(other, 'ben')
  expect([await who(), await who(other)]).toEqual(['ada', 'ben'])
  await other.request('/plugins/guest/sign-in', { method: 'DELETE' })
  expect([await who(), await who(other)]).toEqual(['ada', 'nobody'])
})

test('the sign-in is revoked when the plugin is removed, replaced from elsewhere, connected anew, or the account deleted', async () => {
  await start()
  await connect()
  await server.user.request('/plugins/guest/installed', { method: 'DELETE' })
  await server.runJobs()
  expect(oauth.valid()).toEqual([])

  await install(server.user)
  await connect()
  await install(server.user, bundle({ ...SIGN_IN, scopes: ['all'] }))
  await server.runJobs()
  expect([oauth.valid(), await who()]).toEqual([[], 'nobody'])

  await connect()
  await connect(server.user, 'ben')
  await server.runJobs()
  expect([oauth.valid().length, await who()]).toEqual([2, 'ben'])

  const other = await server.signUpFollower('other')
  await install(other)
  await connect(other, 'eve')
  await other.request('/better-auth/delete-user', {
    method: 'POST',
    body: { password: 'correct horse battery' },
  })
  await server.runJobs()
  expect((await rows()).map(({ userId }) => userId)).toEqual([server.user.id])
  expect(oauth.valid()).toHaveLength(2)
})

test('a revocation waits for a service that is down', async () => {
  await start()
  await connect()
  await server.user.request('/plugins/guest/sign-in', { method: 'DELETE' })
  oauth.service.refuseNext({ status: 503 })
  expect(await server.runJobs()).toMatchObject({ failed: 1 })
  now += HOUR
  await server.runJobs()
  expect(oauth.valid()).toEqual([])
})

test('tokens go to no other host than the one where the user signed in', async () => {
  await start()
  await connect()
  const thief = await startService(() => ({ status: 200, body: '{}' }))
  const values = { endpoint: thief.url }
  await server.user.request('/plugins/guest/settings', { method: 'PATCH', body: { values } })
  expect(await who()).toBe('nobody')
  expect(await begin()).toEqual({
    ok: false,
    words: { key: 'outside.forbidden', values: { host: new URL(thief.url).host } },
  })
  const granted = [`net:{endpoint}=${new URL(thief.url).host}`]
  await server.user.request('/plugins/guest/installed', { method: 'PATCH', body: { granted } })
  expect(await who()).toBe('nobody')
  await server.user.request('/plugins/guest/sign-in', { method: 'DELETE' })
  await server.runJobs()
  expect(thief.requests).toEqual([])
  expect(oauth.valid()).toEqual([])
  await thief.close()
})

test('neither redirects nor huge answers of a service lead anywhere', async () => {
  await start()
  const away = await startService(() => ({ status: 200, body: '{"access_token":"stolen"}' }))
  for (const status of [302, 307, 308]) {
    const path = oauth.agree(await addressOf())
    oauth.service.refuseNext({ status, headers: { location: `${away.url}/token` } })
    await comeBack(path)
    expect(await who()).toBe('nobody')
  }
  expect(away.requests).toEqual([])
  const answers = ['[]', '{}', '{"access_token":""}', `{"access_token":"${'x'.repeat(9000)}"}`, 'no JSON']
  for (const body of answers) {
    const path = oauth.agree(await addressOf())
    oauth.service.refuseNext({ status: 200, body })
    await comeBack(path)
    expect(await who()).toBe('nobody')
  }
  await away.close()
})

test('a sign-in at hosts that the manifest does not name is no plugin; without its client it does not begin', async () => {
  await start()
  const bad = [
    { ...SIGN_IN, token: 'https://elsewhere.example/token' },
    { ...SIGN_IN, token: 'http://elsewhere.example/token' },
    { ...SIGN_IN, authorize: 'javascript:alert(1)' },
    { ...SIGN_IN, authorize: 'https://user@elsewhere.example/' },
    { ...SIGN_IN, client: { setting: 'nothing' } },
    { ...SIGN_IN, client: { setting: 'clientId', secret: 'nothing' } },
    { ...SIGN_IN, scopes: ['a b'] },
  ]
  for (const signIn of bad) {
    const response = await installBundle(server.user, bundle(signIn), [])
    expect(((await response.json()) as { code: number }).code).not.toBe(0)
  }
  const values = { clientId: '' }
  await server.user.request('/plugins/guest/settings', { method: 'PATCH', body: { values } })
  expect(await begin()).toEqual({ ok: false, words: { key: 'plugin.signIn.noClient' } })
  await server.user.request('/plugins/guest/settings', {
    method: 'PATCH',
    body: { values: { endpoint: '' } },
  })
  expect(await begin()).toMatchObject({ ok: false, words: { key: 'plugin.signIn.noAddress' } })
})
