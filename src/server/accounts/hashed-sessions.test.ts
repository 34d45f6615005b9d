import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { up } from '../../../migrations/server/0024-hashed-sessions.ts'
import { secondFactor } from '../../../tests/support/second-factor.ts'
import {
  cookiesOf,
  PASSWORD,
  startTestServer,
  type RequestOptions,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

let server: TestServer
afterEach(() => server.close())

const post = (body: unknown, headers: Record<string, string> = {}): RequestOptions => ({
  method: 'POST',
  body,
  headers,
})
const json = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, unknown>
const signIn = async ({ email }: TestUser): Promise<string> =>
  String(
    (await json(server.request('/better-auth/sign-in/email', post({ email, password: PASSWORD })))).token,
  )
const statusOf = async (token: string): Promise<number> =>
  (await server.request('/settings', { headers: { authorization: `Bearer ${token}` } })).status
const tokenIn = (cookie: string) => decodeURIComponent(/session_token=([^;.]*)/.exec(cookie)?.[1] ?? '')
type Listed = { readonly id: string; readonly token: string }
const sessionsOf = async ({ request }: TestUser): Promise<Listed[]> =>
  (await (await request('/better-auth/list-sessions')).json()) as Listed[]

/** The tables of the database that hold one of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { db } = server.storage
  const results: string[] = []
  for (const { name, columns } of await db.introspection.getTables()) {
    const holds = columns.flatMap((column) =>
      texts.map((text) => sql`cast(${sql.ref(`${name}.${column.name}`)} as text) like ${`%${text}%`}`),
    )
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${sql.join(holds, sql` or `)}`.execute(
      db,
    )
    if (rows.length > 0) results.push(name)
  }
  return results
}

describe.each(kinds)('session tokens on %s', (kind) => {
  test('are nowhere in the database, however the session came about', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const one = await json(ada.request('/better-auth/one-time-token/generate'))
    const signedIn = await signIn(ada)
    const changed = await ada.request(
      '/better-auth/change-password',
      post({ currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true }),
    )
    const bob = await server.signUp('bob')
    const second = await secondFactor(server, bob)
    const tokens = [ada.token, signedIn, tokenIn(cookiesOf(changed)), bob.token, tokenIn(second.user.cookie)]
    for (const token of [...tokens, String(one.token)]) expect(token).toMatch(/^[\w-]{32}$/)
    expect(await tablesWith([...tokens, String(one.token)])).toEqual([])
    expect((await second.user.request('/settings')).status).toBe(200)
  })

  test('open nothing by what the database holds of them', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const { token } = await server.storage.db.selectFrom('session').select('token').executeTakeFirstOrThrow()
    expect(token).not.toBe(ada.token)
    expect(await statusOf(token)).toBe(401)
    const answer = await server.request('/better-auth/get-session', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toBeNull()
  })

  test('stay the same when a session is prolonged', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    const soon = new Date(Date.now() + 86_400_000)
    const expiresAt = kind === 'sqlite' ? soon.toISOString() : soon
    await server.storage.db.updateTable('session').set({ expiresAt }).execute()
    const answer = await ada.request('/better-auth/get-session')
    expect(tokenIn(cookiesOf(answer))).toBe(ada.token)
    expect(await answer.json()).toMatchObject({ session: { userId: ada.id } })
    const row = await server.storage.db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow()
    expect(new Date(row.expiresAt).getTime()).toBeGreaterThan(soon.getTime() + 86_400_000)
  })

  test('of other sessions are never returned, and each can be ended by its id in the list', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const [phone, laptop] = [await signIn(ada), await signIn(ada)]
    const listed = await sessionsOf(ada)
    expect(listed).toHaveLength(3)
    expect(JSON.stringify(listed)).not.toMatch(new RegExp(`${phone}|${laptop}|${ada.token}`))
    for (const { token } of listed) expect(await statusOf(token)).toBe(401)

    const { session: own } = (await json(ada.request('/better-auth/get-session'))) as { session: Listed }
    expect(listed.filter(({ token }) => token === own.token)).toHaveLength(1)
    const others = listed.filter(({ token }) => token !== own.token)
    await bob.request('/better-auth/revoke-session', post({ token: others[0]?.token }))
    expect(await sessionsOf(ada)).toHaveLength(3)
    await ada.request('/better-auth/revoke-session', post({ token: others[0]?.token }))
    expect([await statusOf(phone), await statusOf(laptop)].toSorted()).toEqual([200, 401])
    // A program may know the token of its own earlier session.
    for (const token of [phone, laptop]) await ada.request('/better-auth/revoke-session', post({ token }))
    expect([await statusOf(phone), await statusOf(laptop)]).toEqual([401, 401])
    const again = await signIn(ada)
    await ada.request('/better-auth/revoke-other-sessions', post({}))
    expect([await statusOf(again), await statusOf(ada.token)]).toEqual([401, 200])
    expect((await bob.request('/settings')).status).toBe(200)
  })

  test('of a cookie are in nothing that a script can read', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    // So that it is prolonged, which sets the cookie again.
    const soon = new Date(Date.now() + 86_400_000)
    const prolong = () =>
      server.storage.db
        .updateTable('session')
        .set({ expiresAt: kind === 'sqlite' ? soon.toISOString() : soon })
        .execute()
    const { token: once } = await json(ada.request('/better-auth/one-time-token/generate'))
    const requests: [string, RequestOptions?][] = [
      ['get-session'],
      ['list-sessions'],
      ['get-account-info'],
      ['list-accounts'],
      ['update-session', post({})],
      ['update-user', post({ name: 'Ada' })],
      ['one-time-token/apply', post({ token: once })],
      ['one-time-token/verify', post({ token: once })],
    ]
    for (const [path, options] of requests) {
      await prolong()
      const answer = await ada.request(`/better-auth/${path}`, options)
      const readable = [...answer.headers].filter(([name]) => name !== 'set-cookie')
      expect([path, JSON.stringify([readable, await answer.text()])]).toEqual([
        path,
        expect.not.stringContaining(ada.token),
      ])
    }
  })

  test('that were stored in the clear go on after the migration', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp('ada')
    await server.storage.db.updateTable('session').set({ token: ada.token }).execute()
    expect((await ada.request('/settings')).status).toBe(401)
    await up(server.storage.db as never)
    expect((await ada.request('/settings')).status).toBe(200)
    expect(await json(ada.request('/better-auth/get-session'))).toMatchObject({ session: { userId: ada.id } })
    expect(await json(ada.request('/better-auth/sign-out', post({})))).toEqual({ success: true })
    expect(await server.storage.db.selectFrom('session').selectAll().execute()).toEqual([])
  })
})
