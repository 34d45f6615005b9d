import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  PASSWORD,
  startTestServer,
  type RequestOptions,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { countFailure, limitAttempts, type Guess } from './rate-limit.ts'

const MINUTE_MS = 60_000
const GATEWAY = 'gateway-secret'

describe.each(kinds)('failed attempts on %s', (kind) => {
  let server: TestServer
  let later = 0
  beforeEach(async () => {
    later = 0
    const start = Date.now()
    server = await startTestServer({
      kind,
      limits: true,
      now: () => start + later,
      env: { TRUSTED_PROXIES: '127.0.0.1', MAIL_GATEWAY_SECRET: GATEWAY, INBOX_DOMAIN: 'in.example' },
    })
  })
  afterEach(() => server.close())

  /** Sends requests as a machine behind the proxy. */
  const from = (address: string, path: string, { headers, ...init }: RequestOptions = {}) =>
    server.request(path, {
      ...init,
      headers: { ...(headers as Record<string, string>), 'x-forwarded-for': address },
    })
  const signIn = (email: string, password: string, address: string, headers: Record<string, string> = {}) =>
    from(address, '/better-auth/sign-in/email', { method: 'POST', headers, body: { email, password } })
  /** The statuses of this many attempts, one after the other. */
  async function statuses(count: number, attempt: (index: number) => Promise<Response>): Promise<number[]> {
    const all: number[] = []
    for (let index = 0; index < count; index++) all.push((await attempt(index)).status)
    return all
  }
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  test('a client can try ten passwords of an account, and one more each minute', async () => {
    const { email } = await server.signUp()
    const wrong = () => signIn(email, 'a wrong password', '198.51.100.7')
    expect(await statuses(12, wrong)).toEqual([...times(10, 401), 429, 429])
    const refused = await signIn(email, PASSWORD, '198.51.100.7')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: 90429, message: expect.stringMatching(/./) })
    expect((await signIn(email, PASSWORD, '203.0.113.1')).status).toBe(200)
    later = MINUTE_MS + 1000
    expect((await signIn(email, PASSWORD, '198.51.100.7')).status).toBe(200)
  })

  test('many clients can try a hundred passwords of an account; a device of its owner still signs in', async () => {
    const { email } = await server.signUp()
    const known = cookiesOf(await signIn(email, PASSWORD, '203.0.113.1'))
    for (let index = 0; index < 100; index++) {
      const guess: Guess = { kind: 'sign-in', secret: 'chosen', address: `10.0.${index}.1`, account: email }
      await countFailure(server.services, guess)
    }
    expect((await signIn(email, 'a wrong password', '10.1.1.1')).status).toBe(429)
    expect((await signIn(email, PASSWORD, '203.0.113.1')).status).toBe(429)
    expect((await signIn(email, PASSWORD, '203.0.113.1', { cookie: known })).status).toBe(200)
    const other = await server.signUp()
    expect((await signIn(other.email, PASSWORD, '203.0.113.1', { cookie: known })).status).toBe(200)
    // A stolen cookie permits twenty guesses.
    const stolen = () => signIn(email, 'a wrong password', '10.2.2.2', { cookie: known })
    expect(await statuses(21, stolen)).toEqual([...times(20, 401), 429])
    const forged = known.replace(/(lectern\.device=)[^.]+/, '$1forged')
    expect((await signIn(email, PASSWORD, '203.0.113.1', { cookie: forged })).status).toBe(429)
  })

  test('attempts at the same moment cannot share a place', async () => {
    const { storage } = server
    const guess: Guess = { kind: 'code', secret: 'chosen', address: '198.51.100.7', account: 'ada' }
    let tried = 0
    const attempt = () =>
      limitAttempts(
        { storage, now: Date.now },
        guess,
        async () => void (tried += 1),
        () => true,
      )
    const results = await Promise.allSettled(Array.from({ length: 40 }, attempt))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(tried).toBe(10)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('attempts that succeed do not count', async () => {
    const { email } = await server.signUp()
    const right = () => signIn(email, PASSWORD, '198.51.100.7')
    expect(await statuses(12, right)).toEqual(times(12, 200))
  })

  test('a client can try thirty passwords of any accounts; for IPv6 its network counts as one client', async () => {
    const v6 = (index: number) => signIn(`nobody${index}@example.org`, PASSWORD, `2001:db8::${index + 1}`)
    expect((await statuses(31, v6)).at(-1)).toBe(429)
    expect((await signIn('somebody@example.org', PASSWORD, '2001:db8:0:1::1')).status).toBe(401)
  })

  test('a signed-in client has the same limit for its password', async () => {
    const { request } = await server.signUp()
    const wrong = () =>
      request('/better-auth/verify-password', { method: 'POST', body: { password: 'a wrong password' } })
    expect(await statuses(12, wrong)).toEqual([...times(10, 400), 429, 429])
    expect((await request('/settings')).status).toBe(200)
  })

  test('tokens of letters are guessed thirty times from a machine', async () => {
    const wrong = () =>
      from('198.51.100.7', '/better-auth/reset-password', {
        method: 'POST',
        body: { newPassword: PASSWORD, token: 'nothing' },
      })
    expect(await statuses(31, wrong)).toEqual([...times(30, 400), 429])
  })

  test('invitations are guessed ten times by an account', async () => {
    const { request } = await server.signUp()
    const wrong = () => request('/invitations/use', { method: 'POST', body: { code: 'NOSUCHCODE' } })
    expect(await statuses(11, wrong)).toEqual([...times(10, 404), 429])
  })

  describe('at long secrets', () => {
    let ada: TestUser
    let password: string
    beforeEach(async () => {
      ada = await server.signUp()
      const made = await ada.request('/app-passwords', {
        method: 'POST',
        body: { name: 'phone', password: PASSWORD },
      })
      password = ((await made.json()) as { data: { password: string } }).data.password
    })
    const login = (Passwd: string, address: string, path = '/greader.php/accounts/ClientLogin') =>
      from(address, path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ Email: ada.email, Passwd }).toString(),
      })

    test('other readers sign in wrongly thirty times, and rightly at any time', async () => {
      const wrong = () => login('wrong', '198.51.100.7')
      expect(await statuses(31, wrong)).toEqual([...times(30, 401), 429])
      const right = await login(password, '198.51.100.7')
      expect(right.status).toBe(200)
      const token = /Auth=(.*)/.exec(await right.text())?.[1] ?? ''
      const info = (auth: string) =>
        from('198.51.100.8', '/greader.php/reader/api/0/user-info', {
          headers: { authorization: `GoogleLogin auth=${auth}` },
        })
      expect(await statuses(61, () => info('1/forged'))).toEqual([...times(60, 401), 429])
      expect((await info(token)).status).toBe(200)
    })

    test('Fever keys are tried sixty times from a machine', async () => {
      const wrong = () =>
        from('198.51.100.7', '/fever.php?api', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ api_key: 'wrong' }).toString(),
        })
      expect(await statuses(61, wrong)).toEqual([...times(60, 200), 429])
      expect(await statuses(3, () => from('198.51.100.7', '/fever.php'))).toEqual(times(3, 200))
    })

    test('secrets of inboxes are tried thirty times, and a handle that is none is answered like a wrong one', async () => {
      await ada.request('/inboxes', { method: 'POST', body: { handle: 'letters' } })
      const entry = { guid: '1', publishedAt: '2026-05-01T10:00:00.000Z' }
      const put = (handle: string, secret: string) =>
        from('198.51.100.7', '/inboxes/webhook', {
          method: 'POST',
          headers: { 'X-Follow-Handle': handle, 'X-Follow-Secret': secret },
          body: entry,
        })
      const [unknown, wrong] = [await put('nobody', 'x'), await put('letters', 'x')]
      expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()])
      expect(await statuses(30, () => put('letters', 'x'))).toEqual([...times(29, 403), 429])
      const { data } = (await (await ada.request('/inboxes?handle=letters')).json()) as {
        data: { secret: string }
      }
      expect((await put('letters', data.secret)).status).toBe(200)
    })

    test('the secret of the mail gateway, chosen by an operator, may be tried thirty times', async () => {
      await ada.request('/inboxes', { method: 'POST', body: { handle: 'letters' } })
      const mail = {
        from: { name: 'Weekly', address: 'w@sender.example' },
        to: { address: 'letters@in.example' },
        messageId: '<m1@sender.example>',
        subject: 'Nr. 7',
        date: 'Fri, 1 May 2026 10:00:00 +0000',
        html: '<p>Hello</p>',
      }
      const send = (secret: string, address: string) =>
        from(address, '/inboxes/email', {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}` },
          body: mail,
        })
      expect(await statuses(31, () => send('guess', '198.51.100.7'))).toEqual([...times(30, 401), 429])
      expect((await send(GATEWAY, '198.51.100.7')).status).toBe(429)
      expect((await send(GATEWAY, '203.0.113.1')).status).toBe(200)
    })
  })
})
