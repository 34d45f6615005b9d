/** The sign-in paths of the contract (wire-contract 3): each exists, and refuses with valid JSON. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  PASSWORD,
  startTestServer,
  type RequestOptions,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { signInCalls } from '../../contract/sign-in.ts'

/** The result for a signed-in user, or the reason of its refusal here; `own` paths are for that user only. */
type Path = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** Default: 200 */
  readonly status?: number
  readonly own?: true
  /** The call ends or changes the session, so it gets its own user. */
  readonly ends?: true
}
const get = (path: string, more: Partial<Path> = {}): Path => ({ method: 'GET', path, ...more })
const post = (path: string, body: object, more: Partial<Path> = {}): Path => ({
  method: 'POST',
  path,
  body,
  ...more,
})
const own = { own: true } as const

const paths: readonly Path[] = [
  get('get-session'),
  get('get-providers'),
  get('get-account-info', own),
  get('list-accounts', own),
  get('list-sessions', own),
  get('one-time-token/generate', own),
  get('ok'),
  post('update-user', { name: 'Ada Lovelace', bio: 'Numbers.' }, own),
  post('change-email', { newEmail: 'lovelace@example.org', password: PASSWORD }, own),
  post('change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, { ...own, ends: true }),
  // All users here have a password; without one it works (providers.test.ts).
  post('set-password', { newPassword: PASSWORD, password: PASSWORD }, { ...own, status: 400 }),
  post('verify-password', { password: PASSWORD }, own),
  post('sign-in/email', { email: 'bob@example.org', password: PASSWORD }),
  post('sign-up/email', { email: 'cy@example.org', password: PASSWORD, name: 'cy' }),
  // No provider and no mail server is set up here: the paths exist and report that.
  post('sign-in/social', { provider: 'github', callbackURL: '/' }, { status: 404 }),
  post('link-social', { provider: 'github' }, { ...own, status: 404 }),
  post('unlink-account', { providerId: 'github', accountId: '1' }, { ...own, status: 400 }),
  post('refresh-token', { accountId: '1' }, { status: 400 }),
  post('get-access-token', { accountId: '1' }, { status: 400 }),
  get('account-info?accountId=1', { ...own, status: 400 }),
  get('callback/github', { status: 302 }),
  // An invalid link redirects to the page that reports it, or reports it itself.
  get('verify-email?token=nothing', { status: 401 }),
  get('reset-password/nothing?callbackURL=/reset-password', { status: 302 }),
  get('delete-user/callback?token=nothing', { status: 404 }),
  post('send-verification-email', { email: 'ada@example.org' }, { status: 400 }),
  post('forget-password', { email: 'ada@example.org', redirectTo: '/reset-password' }, { status: 400 }),
  post('reset-password', { newPassword: PASSWORD, token: 'nothing' }, { status: 400 }),
  post('two-factor/enable', { password: PASSWORD }, own),
  post('two-factor/get-totp-uri', { password: PASSWORD }, own),
  post('two-factor/verify-totp', { code: '000000' }, { status: 401 }),
  post('two-factor/verify-otp', { code: '000000' }, { status: 400 }),
  post('two-factor/verify-backup-code', { code: 'nothing' }, { status: 401 }),
  post('two-factor/generate-backup-codes', { password: PASSWORD }, { ...own, status: 400 }),
  post('two-factor/send-otp', {}, { status: 400 }),
  post('two-factor/disable', { password: PASSWORD }, { ...own, ends: true }),
  get('passkey/generate-register-options', own),
  get('passkey/generate-authenticate-options'),
  get('passkey/list-user-passkeys', own),
  post('passkey/verify-registration', { response: {} }, { ...own, status: 400 }),
  post('passkey/verify-authentication', { response: {} }, { status: 400 }),
  post('passkey/update-passkey', { id: 'nothing', name: 'Mine' }, { ...own, status: 404 }),
  post('passkey/delete-passkey', { id: 'nothing' }, { ...own, status: 404 }),
  post('update-session', {}, { ...own, status: 400 }),
  post('one-time-token/apply', { token: 'nothing' }, { status: 400 }),
  post('revoke-session', { token: 'nothing' }, { ...own, ends: true }),
  post('revoke-other-sessions', {}, { ...own, ends: true }),
  post('delete-user-custom', { TOTPCode: '000000' }, { ...own, ends: true, status: 400 }),
  post('revoke-sessions', {}, { ...own, ends: true }),
  post('sign-out', {}, { ends: true }),
  post('delete-user', { password: PASSWORD }, { ...own, ends: true }),
]

test('every path of the module is tested', () => {
  const walked = paths.map(({ method, path }) => `${method} /${path.replace(/\?.*/, '')}`)
  const there = Object.keys(signInCalls).map((call) =>
    call.replace(/\{id\}/, 'github').replace(/\{token\}/, 'nothing'),
  )
  // The new names of paths that the contract calls otherwise, a form that only Apple posts, and the page of errors.
  const others = [
    'POST /request-password-reset',
    'POST /one-time-token/verify',
    'POST /callback/github',
    'GET /error',
  ]
  expect(there.filter((call) => !walked.includes(call) && !others.includes(call))).toEqual([])
})

describe.each(kinds)('the sign-in paths on %s', (kind) => {
  let server: TestServer
  let ada: TestUser
  beforeAll(async () => {
    server = await startTestServer({ kind, env: { LOG_LEVEL: 'silent' } })
    ada = await server.signUp('ada')
    await server.signUp('bob')
  })
  afterAll(() => server.close())

  const init = ({ method, body }: Path): RequestOptions => ({ method, ...(body ? { body } : {}) })
  const isJson = (answer: Response) => {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  const refuses = async (answer: Response) => {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/./) })
  }

  test.each(paths)('$method $path responds to an authorised caller', async (path) => {
    const { request } = path.ends ? await server.signUp() : ada
    const answer = await request(`/better-auth/${path.path}`, init(path))
    expect(answer.status, await answer.clone().text()).toBe(path.status ?? 200)
    if (answer.status === 302) return
    isJson(answer)
    if (path.status) return refuses(answer)
    const message = signInCalls[`${path.method} /${path.path}`]?.output
    if (path.path !== 'get-providers') expect(message, 'what it answers is described').toBeDefined()
    expect(message?.safeParse(await answer.json()).error).toBeUndefined()
  })

  test.each(paths.filter(({ method }) => method === 'POST'))(
    '$method $path refuses values of another type, and is not put out by odd texts',
    async (path) => {
      const { request } = path.ends ? await server.signUp() : ada
      for (const field of Object.keys(path.body ?? {})) {
        const wrong = await request(`/better-auth/${path.path}`, {
          method: 'POST',
          body: { ...path.body, [field]: { deep: 1 } },
        })
        if (field !== 'socialLinks') await refuses(wrong)
        for (const odd of ['x'.repeat(20_000), 'a\u0000b']) {
          const answer = await request(`/better-auth/${path.path}`, {
            method: 'POST',
            body: { ...path.body, [field]: odd },
          })
          expect(answer.status, `${field}: ${await answer.text()}`).toBeLessThan(500)
        }
      }
    },
  )

  test('no user can end, unlink or rename what belongs to another, neither an admin nor a trial user', async () => {
    const eve = await server.signUp()
    const [tom, root] = [await server.signUp(), ada]
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', tom.id).execute()
    const passkey = { id: 'eves', name: 'Eve’s', userId: eve.id, credentialID: 'eve', ...SEALED }
    await server.storage.db.insertInto('passkey').values(passkey).execute()
    for (const { request } of [tom, root]) {
      await request('/better-auth/revoke-session', { method: 'POST', body: { token: eve.token } })
      for (const [path, body] of [
        ['unlink-account', { providerId: 'credential', accountId: eve.id }],
        ['passkey/delete-passkey', { id: 'eves' }],
        ['passkey/update-passkey', { id: 'eves', name: 'Mine' }],
      ] as const)
        await refuses(await request(`/better-auth/${path}`, { method: 'POST', body }))
      for (const path of ['list-sessions', 'list-accounts', 'get-account-info', 'passkey/list-user-passkeys'])
        expect(await (await request(`/better-auth/${path}`)).text()).not.toContain(eve.id)
    }
    expect((await eve.request('/settings')).status).toBe(200)
    const rows = await server.storage.db
      .selectFrom('passkey')
      .select('name')
      .where('id', '=', 'eves')
      .execute()
    expect(rows).toEqual([{ name: 'Eve’s' }])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test.each(paths.filter((one) => one.own))('$method $path requires a session', async (path) => {
    const answer = await server.request(`/better-auth/${path.path}`, init(path))
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each(paths.filter(({ method }) => method === 'POST'))(
    '$method $path refuses what it cannot read',
    async (path) => {
      const json = { 'content-type': 'application/json' }
      const { request } = path.ends ? await server.signUp() : ada
      await refuses(
        await request(`/better-auth/${path.path}`, { method: 'POST', headers: json, body: '{"half":' }),
      )
      const large = await request(`/better-auth/${path.path}`, {
        method: 'POST',
        headers: json,
        body: ' '.repeat(1_048_577),
      })
      expect(large.status).toBe(422)
      await refuses(large)
    },
  )
})

/** Further fields of a passkey; this one is not used to sign in. */
const SEALED = { publicKey: 'key', counter: 0, deviceType: 'singleDevice', backedUp: false } as object
