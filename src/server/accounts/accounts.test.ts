import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

let server: TestServer
afterEach(() => server.close())

const password = 'correct horse battery'
const post = (body: unknown, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers })

describe.each(kinds)('accounts on %s', (kind) => {
  test('somebody signs up, is known by cookie, signs out and is a stranger again', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const whoami = await (await ada.ask('/better-auth/get-session')).json()
    expect(whoami).toMatchObject({ user: { id: ada.id, email: 'ada@example.org', handle: null, socialLinks: null }, role: 'user' })
    expect(whoami.user).not.toHaveProperty('admin')
    expect((await ada.ask('/settings')).status).toBe(200)
    expect((await ada.ask('/better-auth/sign-out', post({}))).status).toBe(200)
    expect((await ada.ask('/settings')).status).toBe(401)
    expect(await (await ada.ask('/better-auth/get-session')).json()).toBeNull()
  })

  test('of two people who come first at the same moment one is the admin', async () => {
    server = await startTestServer({ kind })
    await Promise.all(['ada', 'bob', 'cy'].map((name) => server.signUp(name)))
    const admins = await server.storage.db.selectFrom('user').select('id').where('admin', '=', true).execute()
    expect(admins).toHaveLength(1)
  })
})
