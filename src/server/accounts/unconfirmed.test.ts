import { afterEach, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  PASSWORD as password,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

let server: TestServer
afterEach(() => server.close())

const post = (body: unknown): RequestOptions => ({ method: 'POST', body })
/** E-mails are only queued here: nothing listens at that address. */
const letters = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Lectern <lectern@example.org>' }
const signUp = (name: string, more: object = {}) =>
  server.request(
    '/better-auth/sign-up/email',
    post({ email: `${name}@example.org`, password, name, ...more }),
  )
const signIn = (name: string, word = password) =>
  server.request('/better-auth/sign-in/email', post({ email: `${name}@example.org`, password: word }))
const lettersTo = async (name: string): Promise<string[]> => {
  const rows = await server.storage.db
    .selectFrom('jobs')
    .select('payload')
    .where('queue', '=', 'letters')
    .execute()
  return rows
    .map(({ payload }) => String(payload))
    .filter((payload) => payload.includes(`${name}@example.org`))
}
const follow = async (name: string) => {
  const link = /https?:\/\/[^\s"\\]+/.exec((await lettersTo(name)).at(-1) ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  return server.app.request(pathname + search)
}

/** The part of a response that must not differ between the two cases. */
async function seen(answer: Response): Promise<unknown> {
  const { token, user } = (await answer.clone().json()) as { token: unknown; user: Record<string, unknown> }
  const { id, email, createdAt, updatedAt, ...rest } = user
  const kindsOf = [id, email, createdAt, updatedAt].map((value) => typeof value)
  const headers = [...answer.headers.keys()]
  return {
    status: answer.status,
    keys: Object.keys(user),
    token,
    rest,
    kindsOf,
    headers,
    idLength: String(id).length,
  }
}

describe.each(kinds)('signing up where letters can be sent, on %s', (kind) => {
  test('is answered alike for a new address and a taken one, and only letters say which it was', async () => {
    server = await startTestServer({ kind, env: letters })
    await server.signUp('ada')
    const about = { name: ' Somebody ', bio: 'Words.' }
    const fresh = await signUp('bob', about)
    const taken = await signUp('ada', about)
    expect(await seen(taken)).toEqual(await seen(fresh))
    expect(await seen(fresh)).toMatchObject({ status: 200, token: null })
    for (const answer of [fresh, taken]) expect(cookiesOf(answer)).not.toContain('session_token')
    await expect.poll(() => lettersTo('bob')).toHaveLength(1)
    await expect.poll(async () => (await lettersTo('ada')).at(-1)).toContain('already')
    expect((await lettersTo('bob'))[0]).toContain('verify-email')
    // The existing account is unchanged.
    expect((await signIn('ada')).status).toBe(200)
  })

  test('opens an account when its address is confirmed, and does not reveal it before', async () => {
    server = await startTestServer({ kind, env: letters })
    await server.signUp('ada')
    await signUp('bob')
    await expect.poll(() => lettersTo('bob')).toHaveLength(1)
    const answers = [await signIn('ada', 'wrong horse battery'), await signIn('bob'), await signIn('nobody')]
    const text = await Promise.all(answers.map(async (one) => [one.status, await one.json()]))
    expect(text[0]).toEqual([401, expect.objectContaining({ code: 'INVALID_EMAIL_OR_PASSWORD' })])
    expect(text[1]).toEqual(text[0])
    expect(text[2]).toEqual(text[0])
    // With the correct password the link is sent again; otherwise not.
    await expect.poll(() => lettersTo('bob')).toHaveLength(2)
    await signIn('bob', 'wrong horse battery')
    expect((await follow('bob')).status).toBe(302)
    expect(await lettersTo('bob')).toHaveLength(2)
    const entered = await signIn('bob')
    expect(entered.status).toBe(200)
    expect((await server.request('/settings', { headers: { cookie: cookiesOf(entered) } })).status).toBe(200)
  })
})

describe.each(kinds)('the browser that signed up, on %s', (kind) => {
  test('is told to confirm its address, whether the address is new or taken', async () => {
    server = await startTestServer({ kind, env: letters })
    await server.signUp('ada')
    const [fresh, taken] = [
      await signUp('bob', { password: 'chosen horse battery' }),
      await signUp('ada', { password: 'chosen horse battery' }),
    ]
    const signInFrom = (browser: Response, name: string, word: string) =>
      server.request('/better-auth/sign-in/email', {
        ...post({ email: `${name}@Example.org`, password: word }),
        headers: { cookie: cookiesOf(browser) },
      })
    for (const [browser, name] of [
      [fresh, 'bob'],
      [taken, 'ada'],
    ] as const) {
      const answer = await signInFrom(browser, name, 'chosen horse battery')
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: 1006, message: 'Email not verified' }),
      ])
      expect((await signInFrom(browser, name, 'another horse battery')).status).toBe(401)
    }
    expect((await signInFrom(fresh, 'ada', 'chosen horse battery')).status).toBe(401)
    expect((await signInFrom(taken, 'ada', password)).status).toBe(200)
    await expect.poll(async () => (await lettersTo('bob')).length).toBeGreaterThan(0)
    await follow('bob')
    expect((await signInFrom(fresh, 'bob', 'chosen horse battery')).status).toBe(200)
  })
})

test('an e-mail for a forgotten password also confirms the address', async () => {
  server = await startTestServer({ env: letters })
  await server.signUp('ada')
  await signUp('bob')
  await expect.poll(() => lettersTo('bob')).toHaveLength(1)
  const requests = { email: 'bob@example.org', redirectTo: '/reset-password' }
  await server.request('/better-auth/forget-password', post(requests))
  await expect.poll(() => lettersTo('bob')).toHaveLength(2)
  const token = new URL(
    (await follow('bob')).headers.get('location') ?? '',
    'http://localhost',
  ).searchParams.get('token')
  const newPassword = 'another horse battery'
  expect((await server.request('/better-auth/reset-password', post({ newPassword, token }))).status).toBe(200)
  expect((await signIn('bob', newPassword)).status).toBe(200)
})

test('accounts that were made while no letters could be sent stay open', async () => {
  server = await startTestServer()
  const [, bob] = [await server.signUp('ada'), await server.signUp('bob')]
  Object.assign(server.services.config, letters)
  expect((await bob.request('/settings')).status).toBe(200)
  expect((await signIn('bob')).status).toBe(200)
})

test('an invitation is used up by a new account, and not by an address that has one', async () => {
  server = await startTestServer({ env: { ...letters, SIGNUP: '' } })
  const ada = await server.signUp('ada')
  const made = (await (await ada.request('/invitations/new', post({}))).json()) as { data: string }
  const invitationCode = made.data
  expect((await signUp('ada', { invitationCode })).status).toBe(200)
  expect((await signUp('bob', { invitationCode })).status).toBe(200)
  expect((await signUp('cy', { invitationCode })).status).toBe(400)
  const names = await server.storage.db.selectFrom('user').select('name').orderBy('name').execute()
  expect(names).toEqual([{ name: 'ada' }, { name: 'bob' }])
})

test('without a mail server a taken address is refused with the same message as others', async () => {
  server = await startTestServer()
  await server.signUp('ada')
  const answer = await signUp('ada')
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).not.toMatch(/exist/i)
  expect(JSON.parse(text)).toMatchObject({ code: 'SIGN_UP_NOT_POSSIBLE' })
})
