import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../../../tests/support/mailbox.ts'
import {
  PASSWORD as password,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../../tests/support/server.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import { claim, finish } from '../../jobs/jobs.ts'
import { changeTab } from '../../storage/accounts/settings.ts'
import { emailQueues } from './send.ts'

let server: TestServer
let box: Mailbox
let later = 0
beforeEach(async () => {
  later = 0
  box = await startMailbox()
})
afterEach(async () => {
  await server.close()
  await box.close()
})

const post = (body: unknown): RequestOptions => ({ method: 'POST', body })
const start = async (kind: (typeof kinds)[number] = 'sqlite') => {
  const env = { SMTP_URL: box.url, MAIL_FROM: 'Lectern <lectern@example.org>', LOG_LEVEL: 'silent' }
  server = await startTestServer({ kind, env, now: () => Date.now() + later })
}

const waiting = () =>
  server.storage.db.selectFrom('jobs').select('key').where('queue', '=', 'letters').execute()

/** Sends the queued e-mails, once there are this many, to the mail server. @returns the error of each, or null */
async function carry(count = 1): Promise<(string | null)[]> {
  await expect.poll(waiting).toHaveLength(count)
  const [[queue, { run } = { run: async () => undefined }] = ['letters']] = Object.entries(
    emailQueues(server.services),
  )
  const jobs = await claim(server.storage, queue, { count: 10, leaseMs: 1, now: Date.now() + later })
  const outcomes: (string | null)[] = []
  for (const job of jobs) {
    const outcome = await run(job, AbortSignal.timeout(10_000)).then(
      () => null,
      (cause: Error) => cause.message,
    )
    if (outcome === null) await finish(server.storage, job)
    outcomes.push(outcome)
  }
  return outcomes
}

/** Follows the link of the last e-mail to an address, at this server. */
async function follow(to: string, headers: Record<string, string> = {}): Promise<Response> {
  const mail = box.mails.findLast((one) => one.to?.some(({ address }) => address === to))
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No letter with a link came to ${to}`)
  const { pathname, search } = new URL(link)
  return server.app.request(pathname + search, { headers })
}

const verified = async (id: string) => {
  const row = server.storage.db.selectFrom('user').select(['email', 'emailVerified']).where('id', '=', id)
  const { email, emailVerified } = await row.executeTakeFirstOrThrow()
  return [email, Boolean(emailVerified)]
}

describe.each(kinds)('letters on %s', (kind) => {
  test('confirm an address after sign-up, and again on request', async () => {
    await start(kind)
    const ada = await server.signUp('ada')
    expect(await verified(ada.id)).toEqual([ada.email, false])
    expect(await carry()).toEqual([null])
    expect(box.mails[0]?.from?.address).toBe('lectern@example.org')
    const again = await ada.request('/better-auth/send-verification-email', post({ email: ada.email }))
    expect(await again.json()).toEqual({ status: true })
    await carry()
    const answer = await follow(ada.email)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/')
    expect(await verified(ada.id)).toEqual([ada.email, true])
  })

  test('a confirmed address changes only when both addresses confirm', async () => {
    await start(kind)
    const ada = await server.signUp('ada')
    await carry()
    await follow(ada.email)
    const requests = await ada.request(
      '/better-auth/change-email',
      post({ newEmail: 'ada@new.example', password }),
    )
    expect(await requests.json()).toEqual({ status: true })
    await carry()
    expect(box.mails.at(-1)?.text).toContain('ada@new.example')
    await follow(ada.email, { cookie: ada.cookie })
    expect(await verified(ada.id)).toEqual([ada.email, true])
    await carry()
    await follow('ada@new.example', { cookie: ada.cookie })
    expect(await verified(ada.id)).toEqual(['ada@new.example', true])
  })

  test('a user who forgot the password sets a new one, once, and is signed out everywhere', async () => {
    await start(kind)
    const ada = await server.signUp('ada')
    await carry()
    await ada.request('/app-passwords', post({ name: 'Phone', password }))
    const redirectTo = `http://127.0.0.1:4310/reset-password`
    const requests = await server.request(
      '/better-auth/forget-password',
      post({ email: ada.email, redirectTo }),
    )
    expect(await requests.json()).toMatchObject({ status: true })
    await carry()
    const sent = /reset-password\/(\w+)/.exec(box.mails.at(-1)?.text ?? '')?.[1] ?? ''
    expect(sent).toMatch(/^\w{16,}$/)
    const stored = await server.storage.db.selectFrom('verification').selectAll().execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(sent)
    const back = new URL((await follow(ada.email)).headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(redirectTo)
    const token = back.searchParams.get('token')
    const newPassword = 'another horse battery'
    const reset = () => server.request('/better-auth/reset-password', post({ newPassword, token }))
    expect(await (await reset()).json()).toEqual({ status: true })
    expect((await ada.request('/settings')).status).toBe(401)
    expect(await server.storage.db.selectFrom('appPasswords').selectAll().execute()).toEqual([])
    expect((await reset()).status).toBe(400)
    const signIn = (word: string) =>
      server.request('/better-auth/sign-in/email', post({ email: ada.email, password: word }))
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(newPassword)).status).toBe(200)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test.each([
    ['ja,en;q=0.8', '確認'],
    ['fr, zh-TW;q=0.9, en;q=0.5', '請確認'],
    ['zh-Hant-HK', '請確認'],
    ['zh', '请确认'],
    ['en;q=0.2, zh-CN;q=0.9', '请确认'],
    ['fr', 'Confirm'],
    ['ja;q=0', 'Confirm'],
    ['', 'Confirm'],
  ])('are written in the language that the browser wants: %s', async (accepts, subject) => {
    await start(kind)
    const email = 'ada@example.org'
    const headers = { 'accept-language': accepts }
    const body = { email, password, name: 'ada' }
    await server.request('/better-auth/sign-up/email', { ...post(body), headers })
    expect(await carry()).toEqual([null])
    expect(box.mails[0]?.subject).toContain(subject)
    expect(box.mails[0]?.text).not.toContain('{{')
    expect((await follow(email)).status).toBe(302)
  })

  test('use the language that the user has set, whatever the browser’s', async () => {
    await start(kind)
    const ada = await server.signUp('ada')
    await carry()
    await changeTab(server.storage, { userId: ada.id, tab: 'general', at: 1 }, () => ({ language: 'ja' }))
    const headers = { 'accept-language': 'zh-CN' }
    const body = { email: ada.email, redirectTo: '/reset-password' }
    await server.request('/better-auth/forget-password', { ...post(body), headers })
    await carry()
    expect(box.mails.at(-1)?.subject).toContain('パスワード')
  })
})

test('a stranger learns nothing from requesting a password reset, and no e-mail is sent', async () => {
  await start()
  const answer = await server.request('/better-auth/forget-password', post({ email: 'nobody@example.org' }))
  expect(answer.status).toBe(200)
  expect(await waiting()).toEqual([])
})

test('a link never leads to an address of the request, only to this server', async () => {
  await start()
  const { email } = await server.signUp('ada')
  const body = { email, redirectTo: 'https://evil.example/reset-password' }
  const path = '/better-auth/forget-password'
  expect((await server.request(path, post(body))).status).toBe(403)
  expect((await server.request(path, { ...post({ email }), headers: { host: 'evil.example' } })).status).toBe(
    421,
  )
  expect(JSON.stringify(box.mails)).not.toContain('evil')
})

test('a busy mail server is retried, a permanent refusal is not', async () => {
  await start()
  await server.signUp('ada')
  box.refuse = 451
  expect(await carry()).toEqual([expect.stringContaining('Not now')])
  box.refuse = null
  later = 60_000
  expect(await carry()).toEqual([null])
  expect(box.mails).toHaveLength(1)
  box.refuse = 550
  await server.signUp('bob')
  expect(await carry()).toEqual([null])
  await server.signUp('cy')
  box.refuse = 451
  later = 2 * 86_400_000
  expect(await carry()).toEqual([null])
  expect(box.mails).toHaveLength(1)
})

test('a server without a mail server reports it, and changes an unconfirmed address at once', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  for (const path of ['/better-auth/send-verification-email', '/better-auth/forget-password']) {
    const answer = await ada.request(path, post({ email: ada.email }))
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/enabled/) })
  }
  expect(
    (await ada.request('/better-auth/change-email', post({ newEmail: 'ada@new.example', password }))).status,
  ).toBe(200)
  expect(await verified(ada.id)).toEqual(['ada@new.example', false])
})
