/** A walk over the sign-in room's paths that the contract names (wire-contract 3): each is there, and refuses in real JSON. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  PASSWORD,
  startTestServer,
  type AskInit,
  type Person,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

/** What works for somebody signed in, or why it is refused here; `own` paths are for nobody else. */
type Path = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** 200 when nothing is said */
  readonly status?: number
  readonly own?: true
  /** The session ends or changes with it, so that somebody is made who asks it. */
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
  post('change-email', { newEmail: 'lovelace@example.org' }, own),
  post('change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, own),
  post('sign-in/email', { email: 'bob@example.org', password: PASSWORD }),
  post('sign-up/email', { email: 'cy@example.org', password: PASSWORD, name: 'cy' }),
  // No provider is set up here, and no letters: the paths are there and say so.
  post('sign-in/social', { provider: 'github', callbackURL: '/' }, { status: 404 }),
  post('link-social', { provider: 'github' }, { ...own, status: 404 }),
  post('unlink-account', { providerId: 'github', accountId: '1' }, { ...own, status: 400 }),
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
  post('one-time-token/apply', { token: 'nothing' }, { status: 400 }),
  post('revoke-session', { token: 'nothing' }, { ...own, ends: true }),
  post('revoke-other-sessions', {}, { ...own, ends: true }),
  post('delete-user-custom', { TOTPCode: '000000' }, { ...own, ends: true, status: 400 }),
  post('revoke-sessions', {}, { ...own, ends: true }),
  post('sign-out', {}, { ends: true }),
  post('delete-user', { password: PASSWORD }, { ...own, ends: true }),
]

describe.each(kinds)('the paths of the sign-in room on %s', (kind) => {
  let server: TestServer
  let ada: Person
  beforeAll(async () => {
    server = await startTestServer({ kind, env: { LOG_LEVEL: 'silent' } })
    ada = await server.signUp('ada')
    await server.signUp('bob')
  })
  afterAll(() => server.close())

  const init = ({ method, body }: Path): AskInit => ({ method, ...(body ? { body } : {}) })
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

  test.each(paths)('$method $path answers who may ask', async (path) => {
    const { ask } = path.ends ? await server.signUp() : ada
    const answer = await ask(`/better-auth/${path.path}`, init(path))
    expect(answer.status, await answer.clone().text()).toBe(path.status ?? 200)
    isJson(answer)
    if (path.status) await refuses(answer)
  })

  test.each(paths.filter((one) => one.own))('$method $path is for nobody without a session', async (path) => {
    const answer = await server.ask(`/better-auth/${path.path}`, init(path))
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each(paths.filter(({ method }) => method === 'POST'))(
    '$method $path refuses what it cannot read',
    async (path) => {
      const fields = Object.keys(path.body ?? {})
      const json = { 'content-type': 'application/json' }
      const { ask } = path.ends ? await server.signUp() : ada
      await refuses(
        await ask(`/better-auth/${path.path}`, { method: 'POST', headers: json, body: '{"half":' }),
      )
      const large = await ask(`/better-auth/${path.path}`, {
        method: 'POST',
        headers: json,
        body: ' '.repeat(1_048_577),
      })
      expect(large.status).toBe(422)
      await refuses(large)
      for (const field of fields) {
        const wrong = await ask(`/better-auth/${path.path}`, {
          method: 'POST',
          body: { ...path.body, [field]: { deep: 1 } },
        })
        if (field !== 'socialLinks') await refuses(wrong)
        for (const odd of ['x'.repeat(20_000), 'a\u0000b']) {
          const answer = await ask(`/better-auth/${path.path}`, {
            method: 'POST',
            body: { ...path.body, [field]: odd },
          })
          expect(answer.status, `${field}: ${await answer.text()}`).toBeLessThan(500)
        }
      }
    },
  )
})
