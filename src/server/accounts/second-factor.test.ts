import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secondFactor } from '../../../tests/support/second-factor.ts'
import {
  cookiesOf,
  PASSWORD as password,
  SECRET as secret,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { Refusal } from '../http/refusal.ts'
import { codeAt, createCodes } from './codes.ts'

let server: TestServer
let later = 0
beforeEach(() => {
  later = 0
})
afterEach(() => server.close())

const post = (body: unknown, headers: Record<string, string> = {}): RequestOptions => ({
  method: 'POST',
  body,
  headers,
})
const json = async (answer: Response | Promise<Response>) =>
  (await (await answer).json()) as Record<string, unknown>
const codeNow = (key: string, steps = 0) => codeAt(key, Math.floor((Date.now() + later) / 30_000) + steps)
const signIn = (email: string) => server.request('/better-auth/sign-in/email', post({ email, password }))
const refusalOf = (promise: Promise<void>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof Refusal ? thrown.body.code : thrown),
  )

describe.each(kinds)('a second factor on %s', (kind) => {
  test('is required at sign-in once it is enabled, and opens the session', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const { key, user } = await secondFactor(server, ada)
    const session = await json(user.request('/better-auth/get-session'))
    expect(session).toMatchObject({ user: { twoFactorEnabled: true } })
    expect((await ada.request('/settings')).status).toBe(401)

    const half = await signIn(ada.email)
    expect(await half.clone().json()).toMatchObject({ twoFactorRedirect: true })
    const headers = { cookie: cookiesOf(half) }
    expect((await server.request('/settings', { headers })).status).toBe(401)
    const wrong = await server.request(
      '/better-auth/two-factor/verify-totp',
      post({ code: '000000' }, headers),
    )
    expect(wrong.status).toBe(401)
    const right = await server.request(
      '/better-auth/two-factor/verify-totp',
      post({ code: codeNow(key) }, headers),
    )
    expect(await right.clone().json()).toMatchObject({ token: expect.any(String), user: { id: ada.id } })
    expect((await server.request('/settings', { headers: { cookie: cookiesOf(right) } })).status).toBe(200)
  })

  test('can be replaced by a backup code, each of which serves once', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const { backupCodes } = await secondFactor(server, ada)
    expect(backupCodes.length).toBeGreaterThanOrEqual(8)
    const use = async () => {
      const headers = { cookie: cookiesOf(await signIn(ada.email)) }
      const body = { code: backupCodes[0] }
      return (await server.request('/better-auth/two-factor/verify-backup-code', post(body, headers))).status
    }
    expect(await use()).toBe(200)
    expect(await use()).toBe(401)
  })

  test('is removed with the password, and is then no longer required', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const { cookie } = (await secondFactor(server, ada)).user
    const disable = (word: string) =>
      server.request('/better-auth/two-factor/disable', post({ password: word }, { cookie }))
    expect((await disable('wrong horse battery')).status).toBe(400)
    expect(await json(disable(password))).toEqual({ status: true })
    expect(await json(signIn(ada.email))).toMatchObject({ user: { id: ada.id } })
    await createCodes(server.storage, secret, Date.now)(ada.id)(undefined)
  })

  test('guards what costs: 4008 without a code, 4007 with a wrong or used one', async () => {
    const now = () => Date.now() + later
    server = await startTestServer({ kind, now })
    const ada = await server.signUp('ada')
    const codes = createCodes(server.storage, secret, now)
    expect(await refusalOf(codes(ada.id)(undefined))).toBeNull()
    expect(await refusalOf(codes(ada.id)('123456', { always: true }))).toBe(4008)
    const { key } = await secondFactor(server, ada)
    expect(await refusalOf(codes(ada.id)(undefined))).toBe(4008)
    for (const wrong of ['000000', '12345', 'abcdef', '１２３４５６', codeNow(key, 5)])
      expect(await refusalOf(codes(ada.id)(wrong))).toBe(4007)
    const code = codeNow(key)
    const both = await Promise.all([refusalOf(codes(ada.id)(code)), refusalOf(codes(ada.id)(code))])
    expect(both.toSorted()).toEqual([4007, null])
    later = 60_000
    expect(await refusalOf(codes(ada.id)(codeNow(key)))).toBeNull()
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('cannot be guessed: ten wrong codes block sign-in for a quarter of an hour, also with the right one', async () => {
    const now = () => Date.now() + later
    server = await startTestServer({ kind, now })
    const ada = await server.signUp('ada')
    const { key } = await secondFactor(server, ada)
    const demand = createCodes(server.storage, secret, now)(ada.id)
    for (let at = 0; at < 10; at++) expect(await refusalOf(demand(codeNow(key, 100 + at)))).toBe(4007)
    expect(await refusalOf(demand(codeNow(key)))).toBe(4007)
    later = 901_000
    expect(await refusalOf(demand(codeNow(key)))).toBeNull()
  })
})

test('the code of one user is not valid for another', async () => {
  server = await startTestServer()
  const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
  const { key } = await secondFactor(server, ada)
  await secondFactor(server, bob)
  const codes = createCodes(server.storage, secret, Date.now)
  expect(await refusalOf(codes(bob.id)(codeNow(key)))).toBe(4007)
})

test('a token for another device is valid once, for the same user', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  const { token } = await json(ada.request('/better-auth/one-time-token/generate'))
  const stored = await server.storage.db.selectFrom('verification').select('identifier').execute()
  expect(JSON.stringify(stored)).not.toContain(String(token))
  const apply = () => server.request('/better-auth/one-time-token/apply', post({ token }))
  const answer = await apply()
  expect(await answer.clone().json()).toMatchObject({ user: { id: ada.id } })
  expect((await server.request('/settings', { headers: { cookie: cookiesOf(answer) } })).status).toBe(200)
  expect((await apply()).status).toBe(400)
  expect((await server.request('/better-auth/one-time-token/generate')).status).toBe(401)
})
