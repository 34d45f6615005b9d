import { afterEach, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

let server: TestServer
afterEach(() => server.close())

const password = 'correct horse battery'
const post = (body: unknown, headers: Record<string, string> = {}): RequestOptions => ({
  method: 'POST',
  body,
  headers,
})
const signUp = (name: string, more: object = {}) =>
  server.request(
    '/better-auth/sign-up/email',
    post({ email: `${name}@example.org`, password, name, ...more }),
  )
const json = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, unknown>

describe.each(kinds)('accounts on %s', (kind) => {
  test('a user signs up, is recognised by cookie, signs out and is anonymous again', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    expect(await json(ada.request('/better-auth/get-session'))).toEqual({
      session: expect.objectContaining({ userId: ada.id }),
      user: {
        id: ada.id,
        name: 'ada',
        email: 'ada@example.org',
        emailVerified: false,
        image: null,
        handle: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        updatedAt: expect.any(String),
        twoFactorEnabled: false,
        socialLinks: null,
        bio: null,
        website: null,
        deleted: null,
      },
      role: 'user',
      admin: true,
      imageProxy: 'insecure',
    })
    expect((await ada.request('/settings')).status).toBe(200)
    expect(await json(ada.request('/better-auth/sign-out', post({})))).toEqual({ success: true })
    expect((await ada.request('/settings')).status).toBe(401)
    expect(await json(ada.request('/better-auth/get-session'))).toBeNull()
  })

  test('of three simultaneous first sign-ups one becomes the admin', async () => {
    server = await startTestServer({ kind })
    await Promise.all(['ada', 'bob', 'cy'].map((name) => server.signUp(name)))
    const admins = await server.storage.db.selectFrom('user').select('id').where('admin', '=', true).execute()
    expect(admins).toHaveLength(1)
  })

  test('a user edits the profile, and the links are returned as an object', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const about = {
      handle: 'Ada_L',
      bio: 'Numbers.',
      website: 'https://ada.example',
      socialLinks: { github: 'ada' },
    }
    expect(await json(ada.request('/better-auth/update-user', post(about)))).toEqual({ status: true })
    expect(await json(ada.request('/better-auth/get-session'))).toMatchObject({ user: about })
    expect(await json(ada.request('/profiles?handle=@ada_l'))).toMatchObject({
      data: { id: ada.id, ...about },
    })
  })

  test('a revoked session is refused by the very next call', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const other = await json(
      server.request('/better-auth/sign-in/email', post({ email: ada.email, password })),
    )
    const bearer = { headers: { authorization: `Bearer ${String(other.token)}` } }
    expect((await server.request('/settings', bearer)).status).toBe(200)
    expect(await json(ada.request('/better-auth/list-sessions'))).toHaveLength(2)
    await ada.request('/better-auth/revoke-session', post({ token: other.token }))
    expect((await server.request('/settings', bearer)).status).toBe(401)
    expect((await ada.request('/settings')).status).toBe(200)
  })
})

describe('a change of the password', () => {
  test.each([
    [undefined, 401],
    [true, 401],
    [false, 200],
  ])('with revokeOtherSessions %s answers other sessions with %s', async (revokeOtherSessions, status) => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    const other = await json(
      server.request('/better-auth/sign-in/email', post({ email: ada.email, password })),
    )
    const headers = { authorization: `Bearer ${String(other.token)}` }
    const body = { currentPassword: password, newPassword: 'another horse battery', revokeOtherSessions }
    const answer = await ada.request('/better-auth/change-password', post(body))
    expect(answer.status).toBe(200)
    expect((await server.request('/settings', { headers })).status).toBe(status)
    const cookie = cookiesOf(answer) || ada.cookie
    expect((await server.request('/settings', { headers: { cookie } })).status).toBe(200)
  })
})

describe('an account', () => {
  test('is refused with a message where e-mail, password or name are invalid', async () => {
    server = await startTestServer()
    const refused: [object, RegExp][] = [
      [{ email: 'nobody' }, /email/i],
      [{ password: 'short' }, /short/i],
      [{ password: 'x'.repeat(129) }, /long/i],
      [{ name: '' }, /name/i],
      [{ name: 'x'.repeat(51) }, /50/],
      [{ image: 'javascript:alert(1)' }, /web address/],
      [{ handle: 'a b' }, /handle/],
      [{ handle: 'Admin' }, /reserved/],
      [{ name: 'ada\u202Enimda' }, /invisible/],
    ]
    for (const [wrong, text] of refused) {
      const answer = await signUp('ada', wrong)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(text) })
    }
    expect(await server.storage.db.selectFrom('user').selectAll().execute()).toEqual([])
  })

  test('cannot make itself admin, verified or another role', async () => {
    server = await startTestServer()
    await server.signUp('first')
    await signUp('eve', { admin: true, role: 'admin', emailVerified: true })
    const rowOf = async (name: string) => ({
      ...(await server.storage.db
        .selectFrom('user')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirstOrThrow()),
    })
    expect(await rowOf('eve')).toMatchObject({ admin: 0, role: 'user', emailVerified: 0, deleted: null })
    expect((await signUp('mallory', { deleted: true })).status).toBe(400)
    await server.signUp('bob')
    const bob = await json(
      server.request('/better-auth/sign-in/email', post({ email: 'bob@example.org', password })),
    )
    const headers = { authorization: `Bearer ${String(bob.token)}` }
    await server.request(
      '/better-auth/update-user',
      post({ admin: true, role: 'admin', name: 'bob' }, headers),
    )
    expect(await rowOf('bob')).toMatchObject({ admin: 0, role: 'user' })
  })

  test('refuses the handle of another user in any case', async () => {
    server = await startTestServer()
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    await ada.request('/better-auth/update-user', post({ handle: 'reader' }))
    const answer = await bob.request('/better-auth/update-user', post({ handle: 'READER' }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'This handle is taken.' })
    expect((await ada.request('/better-auth/update-user', post({ handle: 'Reader' }))).status).toBe(200)
  })

  test('keeps a handle and a name from before, which are shown as they can be seen', async () => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    const before = { handle: 'root', name: 'ada\u202Enimda' }
    await server.storage.db.updateTable('user').set(before).where('id', '=', ada.id).execute()
    expect((await ada.request('/better-auth/update-user', post({ handle: 'root', bio: 'Me' }))).status).toBe(
      200,
    )
    expect((await ada.request('/better-auth/update-user', post({ handle: 'staff' }))).status).toBe(400)
    expect(await json(server.request('/profiles?handle=root'))).toMatchObject({ data: { name: 'ada nimda' } })
  })

  test('is opened by the right password only', async () => {
    server = await startTestServer()
    const { email } = await server.signUp('ada')
    const wrong = await server.request(
      '/better-auth/sign-in/email',
      post({ email, password: 'wrong horse battery' }),
    )
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ message: expect.any(String) })
    const right = await server.request(
      '/better-auth/sign-in/email',
      post({ email: 'ADA@example.org', password }),
    )
    expect(right.status).toBe(200)
    expect(right.headers.get('set-cookie')).toMatch(/better-auth\.session_token=.*HttpOnly/)
  })
})

describe('signing up', () => {
  test('is free for the first account, and by invitation after that', async () => {
    server = await startTestServer({ env: { SIGNUP: '' } })
    expect(await json(server.request('/status/configs'))).toMatchObject({ data: { SIGNUP: 'open' } })
    expect((await signUp('ada')).status).toBe(200)
    const second = await signUp('bob')
    expect(second.status).toBe(400)
    expect(second.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await second.json()).toMatchObject({ code: 1003, message: expect.stringMatching(/invitation/) })
    expect(await json(server.request('/status/configs'))).toMatchObject({ data: { SIGNUP: 'invite' } })
  })

  test('accepts only one of two simultaneous first sign-ups', async () => {
    server = await startTestServer({ env: { SIGNUP: '' } })
    const statuses = (await Promise.all([signUp('ada'), signUp('bob')])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  test.each(['invite', 'closed', 'trial'])('is free for the first account with SIGNUP=%s', async (SIGNUP) => {
    server = await startTestServer({ env: { SIGNUP } })
    expect(await json(server.request('/status/configs'))).toMatchObject({
      data: { SIGNUP: 'open', FIRST_ACCOUNT: true },
    })
    expect((await signUp('ada')).status).toBe(200)
    expect(await json(server.request('/status/configs'))).toMatchObject({ data: { FIRST_ACCOUNT: false } })
  })

  test('is refused to everybody else where it is closed', async () => {
    server = await startTestServer({ env: { SIGNUP: 'closed' } })
    await signUp('root')
    const answer = await signUp('ada')
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 1004,
      message: expect.stringMatching(/no new accounts/),
    })
  })

  test('is counted, so that password guessing is limited whatever address the client claims', async () => {
    server = await startTestServer({ limits: true })
    const tries = Array.from({ length: 12 }, (_, n) =>
      post(
        { email: 'a@example.org', password },
        { 'x-forwarded-for': `10.0.0.${n}`, 'x-lectern-peer': `10.0.0.${n}` },
      ),
    )
    const statuses: number[] = []
    for (const init of tries) statuses.push((await server.request('/better-auth/sign-in/email', init)).status)
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('a session', () => {
  const strangers: [string, (token: string, cookie: string) => Record<string, string>][] = [
    ['a cookie without signature', (token) => ({ cookie: `better-auth.session_token=${token}` })],
    [
      'a cookie with another signature',
      (token) => ({ cookie: `better-auth.session_token=${token}.${'A'.repeat(43)}%3D` }),
    ],
    [
      'a signature for another token',
      (_, cookie) => ({ cookie: cookie.replace(/=(.)/, (_all, c: string) => `=${c === 'a' ? 'b' : 'a'}`) }),
    ],
    ['a bearer token that nobody has', () => ({ authorization: 'Bearer nothing' })],
    ['a bearer token with a wrong signature', (token) => ({ authorization: `Bearer ${token}.wrong` })],
  ]
  test.each(strangers)('is not opened by %s', async (_, headersOf) => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    const answer = await server.request('/settings', { headers: headersOf(ada.token, ada.cookie) })
    expect(answer.status).toBe(401)
  })

  test('is opened by the signed token of the set-auth-token header', async () => {
    server = await startTestServer()
    await server.signUp('ada')
    const answer = await server.request(
      '/better-auth/sign-in/email',
      post({ email: 'ada@example.org', password }),
    )
    const authorization = `Bearer ${answer.headers.get('set-auth-token')}`
    expect((await server.request('/settings', { headers: { authorization } })).status).toBe(200)
  })

  test('that has run out is refused', async () => {
    let later = 0
    server = await startTestServer({ now: () => Date.now() + later })
    const ada = await server.signUp('ada')
    expect((await ada.request('/settings')).status).toBe(200)
    later = 31 * 86_400_000
    expect((await ada.request('/settings')).status).toBe(401)
  })
})

describe('sign-in', () => {
  test('answers unknown paths and broken bodies in JSON', async () => {
    server = await startTestServer()
    const lost = await server.request('/better-auth/no-such-thing')
    expect(lost.status).toBe(404)
    expect(lost.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await lost.json()).toMatchObject({ message: 'Not found' })
    const headers = { 'content-type': 'application/json' }
    const broken = await server.request('/better-auth/sign-in/email', {
      method: 'POST',
      body: '{"email":',
      headers,
    })
    expect(broken.status).toBeGreaterThanOrEqual(400)
    expect(broken.status).toBeLessThan(500)
    expect(broken.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('names the ways to sign in', async () => {
    server = await startTestServer()
    expect(await json(server.request('/better-auth/get-providers'))).toMatchObject({
      credential: { id: 'credential', icon64: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
    })
  })
})
