import { afterEach, describe, expect, test } from 'vitest'
import { cookiesOf, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { readConfig } from '../config.ts'

let server: TestServer
afterEach(() => server.close())

const env = { FORWARD_AUTH_HEADER: 'Remote-Email', FORWARD_AUTH_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
const as = (email: string, more: Record<string, string> = {}) => ({
  headers: { 'remote-email': email, ...more },
})
/** The address of the signed-in user, or null. */
async function whoIs(headers: Record<string, string>): Promise<string | null> {
  const answer = await server.request('/better-auth/get-session', { headers })
  const body = (await answer.json()) as { user?: { email: string } } | null
  return body?.user?.email ?? null
}
/** An account from before the proxy: nothing links it to the address in the header. */
async function signedUpBefore(email: string) {
  const cookie = cookiesOf(await server.request('/subscriptions', as(email)))
  await server.storage.db.deleteFrom('account').execute()
  const token = decodeURIComponent(/session_token=([^;.]*)/.exec(cookie)?.[1] ?? '')
  return { email, cookie, token }
}
const users = () => server.storage.db.selectFrom('user').select(['email', 'admin']).orderBy('id').execute()

describe.each(kinds)('a user whom a proxy names, on %s', (kind) => {
  test('gets an account and a session at the first request, in spite of SIGNUP; the first one is the admin', async () => {
    server = await startTestServer({ kind, env: { ...env, SIGNUP: 'closed' } })
    const first = await server.request('/subscriptions', as('Ada@example.org', { 'user-agent': 'Browser 1' }))
    expect(first.status).toBe(200)
    const cookie = cookiesOf(first)
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(await whoIs({ cookie })).toBe('ada@example.org')
    expect(
      await server.storage.db.selectFrom('session').select(['ipAddress', 'userAgent']).execute(),
    ).toEqual([{ ipAddress: '127.0.0.1', userAgent: 'Browser 1' }])
    const again = await server.request('/subscriptions', as('ada@example.org', { cookie }))
    expect(again.headers.get('set-cookie')).toBeNull()
    await server.request('/subscriptions', as('bob@example.org'))
    expect((await users()).map(({ email, admin }) => [email, Boolean(admin)])).toEqual([
      ['ada@example.org', true],
      ['bob@example.org', false],
    ])
  })

  test('takes the place of the user whose session the browser has', async () => {
    server = await startTestServer({ kind, env })
    const cookie = cookiesOf(await server.request('/subscriptions', as('ada@example.org')))
    expect(await whoIs({ cookie, 'remote-email': 'bob@example.org' })).toBe('bob@example.org')
    expect(await whoIs({ cookie })).toBe('ada@example.org')
  })

  test('does not get the account of another by its address, only with a session in it', async () => {
    server = await startTestServer({ kind, env })
    const ada = await signedUpBefore('ada@example.org')
    const refused = await server.request('/subscriptions', as(ada.email))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('set-cookie')).toBeNull()
    // A session in the account links it.
    expect(await whoIs({ cookie: ada.cookie, 'remote-email': ada.email })).toBe(ada.email)
    expect((await server.request('/subscriptions', as(ada.email))).status).toBe(200)
    expect(await users()).toHaveLength(1)
  })

  test('many requests at once make one account and one session', async () => {
    server = await startTestServer({ kind, env })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.request('/subscriptions', as('ada@example.org'))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await users()).toHaveLength(1)
    expect(await server.storage.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  })
})

test('the header counts from the named networks alone', async () => {
  server = await startTestServer({ env: { ...env, FORWARD_AUTH_PROXIES: '10.1.0.0/16' } })
  expect((await server.request('/subscriptions', as('ada@example.org'))).status).toBe(401)
  expect(await users()).toEqual([])
})

test('a bearer token has precedence, and what is no address is ignored', async () => {
  server = await startTestServer({ env })
  const ada = await signedUpBefore('ada@example.org')
  expect(await whoIs({ authorization: `Bearer ${ada.token}`, 'remote-email': 'bob@example.org' })).toBe(
    ada.email,
  )
  expect((await server.request('/subscriptions', as('ada'))).status).toBe(401)
  expect(await users()).toHaveLength(1)
})

test('nobody takes an address that the proxy could name, by the form or by a change', async () => {
  server = await startTestServer({ env: { ...env, SIGNUP: 'open' } })
  const cookie = cookiesOf(await server.request('/subscriptions', as('mallory@example.org')))
  const email = 'alice@example.org'
  const form = { method: 'POST', body: { email, password: 'correct horse battery', name: 'Alice' } }
  expect((await server.request('/better-auth/sign-up/email', form)).status).toBe(403)
  const change = { method: 'POST', body: { newEmail: email }, headers: { cookie } }
  expect((await server.request('/better-auth/change-email', change)).status).toBe(403)
  expect(await (await server.request('/status/configs')).json()).toMatchObject({ data: { SIGNUP: 'closed' } })
  expect(await whoIs({ 'remote-email': email })).toBe(email)
})

test('a disabled account stays closed', async () => {
  server = await startTestServer({ env })
  await server.request('/subscriptions', as('ada@example.org'))
  await server.storage.db.updateTable('user').set({ deleted: 1 }).execute()
  expect((await server.request('/subscriptions', as('ada@example.org'))).status).toBe(401)
})

test('works over a socket', async () => {
  server = await startTestServer({ env, listen: true })
  const answer = await fetch(`${server.url}/api/subscriptions`, as('ada@example.org'))
  expect(answer.status).toBe(200)
  const posted = await fetch(`${server.url}/api/entries`, {
    method: 'POST',
    headers: { 'remote-email': 'ada@example.org', 'content-type': 'application/json', origin: server.url },
    body: '{"view":0}',
  })
  expect(posted.status).toBe(200)
})

test('a header without networks is a wrong setting', () => {
  expect(() => readConfig({ FORWARD_AUTH_HEADER: 'Remote-Email' })).toThrow('\nFORWARD_AUTH_PROXIES: ')
})
