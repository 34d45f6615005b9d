import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, SECRET, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds, seedUser } from '../../../tests/support/storage.ts'
import { createServer } from '../server.ts'
import { routes } from '../routes/index.ts'
import { lockFirstAccount } from './first-account.ts'

let server: TestServer
afterEach(() => server.close())

describe.each(kinds)('the first account on %s', (kind) => {
  beforeEach(async () => {
    server = await startTestServer({ kind, env: { SIGNUP: '', LOG_LEVEL: 'silent' } })
  })
  const signUp = (app: Pick<TestServer['app'], 'request'>, name: string) =>
    app.request('/api/better-auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.org`, password: PASSWORD, name }),
    })

  test('is one, though four users sign up on four servers of one database at the same time', async () => {
    const parts = { secret: SECRET, dist: '', routes, limits: false }
    const apps = [server.app, ...[1, 2, 3].map(() => createServer(server.services, parts))]
    const answers = await Promise.all(apps.map((app, at) => signUp(app, `person${at}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(await answer.json()).toMatchObject({ code: 1003 })
    expect(await server.storage.db.selectFrom('user').select('admin').execute()).toHaveLength(1)
    expect(
      await server.storage.db
        .selectFrom('serverKeys')
        .where('name', '=', 'first account')
        .selectAll()
        .execute(),
    ).toEqual([])
  })

  test('is anybody’s again when who came first could not make it, or died over it', async () => {
    const short = server.request('/better-auth/sign-up/email', {
      method: 'POST',
      body: { email: 'a@example.org', password: 'short', name: 'a' },
    })
    expect((await short).status).toBe(400)
    await lockFirstAccount(server.storage, () => Date.now() - 60_000)
    expect((await signUp(server.app, 'ada')).status).toBe(200)
  })

  test('is awaited by others, who then find it created', async () => {
    const giveBack = await lockFirstAccount(server.storage)
    let over = false
    const second = lockFirstAccount(server.storage).then(() => (over = true))
    await new Promise((done) => setTimeout(done, 250))
    expect(over).toBe(false)
    await seedUser(server.storage)
    await giveBack()
    await second
    expect(over).toBe(true)
  })
})
