import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AUTHORIZATION } from '../../../tests/support/authorization.ts'
import { secondFactor } from '../../../tests/support/second-factor.ts'
import {
  PASSWORD,
  startTestServer,
  type RequestOptions,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { signInCalls } from '../../contract/sign-in.ts'
import { codeAt } from './codes.ts'
import { proofRules, RECENT_MS } from './proof-rules.ts'

const PASSWORD_REQUIRED = 90401
const INVALID_PASSWORD = 90402
const RECENT_SIGN_IN_REQUIRED = 90403
const CODE_REQUIRED = 4008
const INVALID_CODE = 4007
const REFUSALS = [
  PASSWORD_REQUIRED,
  INVALID_PASSWORD,
  RECENT_SIGN_IN_REQUIRED,
  CODE_REQUIRED,
  INVALID_CODE,
] as unknown[]

/** A valid body of each call that requires proof; those that end the account are last. */
const bodies = {
  '/change-email': { newEmail: 'mallory@example.org' },
  '/set-password': { newPassword: 'another horse battery' },
  'appPasswords.create': { name: 'Phone' },
  'authorizations.create': { ...AUTHORIZATION, scopes: ['read'] },
  '/link-social': { provider: 'github' },
  '/unlink-account': { providerId: 'github', accountId: '1' },
  '/passkey/verify-registration': { response: {} },
  '/passkey/delete-passkey': { id: 'nothing' },
  '/delete-user': {},
} as const
type Call = keyof typeof bodies
const calls = Object.keys(bodies) as Call[]
const strict = calls.filter((call) => proofRules[call] === 'always')
const lenient = calls.filter((call) => proofRules[call] === 'unlessRecent')
const pathOf = (call: Call) => (call.startsWith('/') ? `/better-auth${call}` : paths[call as CallName][1])

let server: TestServer
let later = 0
beforeEach(() => {
  later = 0
})
afterEach(() => server?.close())
const start = async (kind?: (typeof kinds)[number]) => {
  server = await startTestServer({
    ...(kind && { kind }),
    now: () => Date.now() + later,
    env: { LOG_LEVEL: 'silent' },
  })
}

const post = (body: unknown): RequestOptions => ({ method: 'POST', body })
/** @returns the code of a refusal by our table; null when the table let the call pass, whatever its result */
async function refusalOf(request: TestUser['request'], call: Call, proof: object = {}): Promise<unknown> {
  const answer = await request(pathOf(call), post({ ...bodies[call], ...proof }))
  const { code } = (await answer.json()) as { code?: unknown }
  if (!REFUSALS.includes(code)) return null
  expect(answer.status).toBe(400)
  return code
}
const codeOf = (key: string, steps = 0) => codeAt(key, Math.floor((Date.now() + later) / 30_000) + steps)

test('every call that changes something for a signed-in user is in the table, or is here as harmless', () => {
  const harmless = [
    // They give no access, and change nothing that others rely on.
    'update-user',
    'update-session',
    'send-verification-email',
    'verify-password',
    'passkey/update-passkey',
    // They remove a sign-in method, or reveal what the provider already knows.
    'sign-out',
    'revoke-session',
    'revoke-sessions',
    'revoke-other-sessions',
    'refresh-token',
    'get-access-token',
    // These calls are made without a session.
    'sign-in/email',
    'sign-in/social',
    'sign-up/email',
    'forget-password',
    'request-password-reset',
    'reset-password',
    'callback/{id}',
    'two-factor/verify-totp',
    'two-factor/send-otp',
    'two-factor/verify-otp',
    'two-factor/verify-backup-code',
    'passkey/verify-authentication',
    'one-time-token/apply',
    'one-time-token/verify',
  ]
  const posted = Object.keys(signInCalls).flatMap((call) => /^POST \/(.*)$/.exec(call)?.[1] ?? [])
  const known = new Set([...Object.keys(proofRules).map((call) => call.replace(/^\//, '')), ...harmless])
  expect(posted.filter((path) => !known.has(path))).toEqual([])
  expect(
    Object.entries(proofRules).filter(([, rule]) => rule === 'always' || rule === 'unlessRecent'),
  ).toHaveLength(calls.length)
})

test.each(kinds)('a session alone takes nothing on %s', async (kind) => {
  await start(kind)
  const ada = await server.signUp('ada')
  expect(await refusalOf(ada.request, '/change-email')).toBe(PASSWORD_REQUIRED)
  expect(await refusalOf(ada.request, 'appPasswords.create', { password: PASSWORD })).toBeNull()
  const { user } = await secondFactor(server, ada)
  expect(await refusalOf(user.request, '/delete-user', { password: PASSWORD })).toBe(CODE_REQUIRED)
})

describe('a session alone', () => {
  test('is not enough for a user with a password', async () => {
    await start()
    const ada = await server.signUp('ada')
    for (const call of strict)
      expect([call, await refusalOf(ada.request, call)]).toEqual([call, PASSWORD_REQUIRED])
    later = RECENT_MS
    for (const call of calls) {
      expect([call, await refusalOf(ada.request, call)]).toEqual([call, PASSWORD_REQUIRED])
      const wrong = { password: 'wrong horse battery' }
      expect([call, await refusalOf(ada.request, call, wrong)]).toEqual([call, INVALID_PASSWORD])
    }
    for (const call of calls)
      expect([call, await refusalOf(ada.request, call, { password: PASSWORD })]).toEqual([call, null])
    expect((await ada.request('/settings')).status).toBe(401)
  })

  test('is not enough for a user with a second factor, and neither is the password', async () => {
    await start()
    const { key, user: ada } = await secondFactor(server, await server.signUp('ada'))
    for (const call of calls)
      expect([call, await refusalOf(ada.request, call)]).toEqual([call, CODE_REQUIRED])
    later = RECENT_MS
    for (const call of calls) {
      expect([call, await refusalOf(ada.request, call)]).toEqual([call, CODE_REQUIRED])
      expect([call, await refusalOf(ada.request, call, { password: PASSWORD })]).toEqual([
        call,
        CODE_REQUIRED,
      ])
      expect([call, await refusalOf(ada.request, call, { TOTPCode: codeOf(key, 9) })]).toEqual([
        call,
        INVALID_CODE,
      ])
      later += 30_000
      expect([call, await refusalOf(ada.request, call, { TOTPCode: codeOf(key) })]).toEqual([call, null])
    }
    expect((await ada.request('/settings')).status).toBe(401)
  })

  test('has to be recent for a user who has neither', async () => {
    await start()
    const ada = await server.signUp('ada')
    await server.storage.db
      .updateTable('account')
      .set({ password: null })
      .where('userId', '=', ada.id)
      .execute()
    later = RECENT_MS
    for (const call of calls)
      expect([call, await refusalOf(ada.request, call)]).toEqual([call, RECENT_SIGN_IN_REQUIRED])
    later = RECENT_MS - 60_000
    expect(await refusalOf(ada.request, '/change-email')).toBeNull()
    expect(await refusalOf(ada.request, '/delete-user')).toBeNull()
    expect((await ada.request('/settings')).status).toBe(401)
  })

  test('requires the password to read or change a second factor', async () => {
    await start()
    const { user: ada } = await secondFactor(server, await server.signUp('ada'))
    for (const path of ['disable', 'generate-backup-codes', 'get-totp-uri', 'enable'])
      for (const body of [{}, { password: 'wrong horse battery' }]) {
        const answer = await ada.request(`/better-auth/two-factor/${path}`, post(body))
        expect([path, answer.status]).toEqual([path, 400])
      }
    const session = await ada.request('/better-auth/get-session')
    expect(await session.json()).toMatchObject({ user: { twoFactorEnabled: true } })
  })
})

test('calls for which clients have no field pass right after a sign-in', async () => {
  await start()
  const ada = await server.signUp('ada')
  for (const call of lenient) expect([call, await refusalOf(ada.request, call)]).toEqual([call, null])
})

test('wrong passwords are counted, over all calls and whatever address is sent with them', async () => {
  server = await startTestServer({ limits: true, env: { LOG_LEVEL: 'silent' } })
  const ada = await server.signUp('ada')
  const guess = async (at: number) => {
    const body = { password: `wrong horse battery ${at}`, email: `${at}@example.org` }
    const one = await ada.request('/app-passwords', post({ name: 'Phone', ...body }))
    const two = await ada.request('/better-auth/delete-user', post(body))
    return [one.status, two.status]
  }
  // Five guesses at each of the two.
  for (let at = 0; at < 5; at += 1) expect(await guess(at)).toEqual([400, 400])
  const body = { name: 'Phone', password: PASSWORD }
  expect((await ada.request('/app-passwords', post(body))).status).toBe(429)
  expect((await ada.request('/settings')).status).toBe(200)
})

describe('a bearer token', () => {
  const bearing =
    (token: string, cookie = ''): TestUser['request'] =>
    (path, init = {}) => {
      const authorization = `Bearer ${token}`
      return server.request(path, { ...init, headers: { authorization, ...(cookie && { cookie }) } })
    }

  test('passes without a proof right after its sign-in, as programs know no other form, and not later', async () => {
    await start()
    const ada = await server.signUp('ada')
    expect(await refusalOf(bearing(ada.token), '/change-email')).toBeNull()
    expect(await refusalOf(bearing(ada.token), 'appPasswords.create')).toBeNull()
    later = RECENT_MS
    for (const call of calls)
      expect([call, await refusalOf(bearing(ada.token), call)]).toEqual([call, PASSWORD_REQUIRED])
  })

  test('passes with the code alone where there is a second factor, also right after its sign-in', async () => {
    await start()
    const { key, user: ada } = await secondFactor(server, await server.signUp('ada'))
    const token = decodeURIComponent(/session_token=([^;]*)/.exec(ada.cookie)?.[1] ?? '')
    for (const call of calls)
      expect([call, await refusalOf(bearing(token), call)]).toEqual([call, CODE_REQUIRED])
    expect(await refusalOf(bearing(token), 'appPasswords.create', { password: PASSWORD })).toBe(CODE_REQUIRED)
    later += 30_000
    expect(await refusalOf(bearing(token), 'appPasswords.create', { TOTPCode: codeOf(key) })).toBeNull()
  })

  test('with the cookie of another user proves nothing for them', async () => {
    await start()
    const [ada, mallory] = [await server.signUp('ada'), await server.signUp('mallory')]
    const signed = decodeURIComponent(/session_token=([^;]*)/.exec(mallory.cookie)?.[1] ?? '')
    const forms = [
      mallory.token,
      signed,
      encodeURIComponent(signed),
      `${signed}=`,
      signed.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    ]
    for (const token of forms)
      await bearing(token, ada.cookie)('/better-auth/change-email', post({ newEmail: 'x@example.org' }))
    const { email } = await server.storage.db
      .selectFrom('user')
      .select('email')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(email).toBe(ada.email)
  })
})
