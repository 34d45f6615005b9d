import { afterEach, describe, expect, test } from 'vitest'
import { seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import {
  PASSWORD,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { AdminInvitation, AdminUser, FailingFeed, ServerOverview } from '../../contract/admin.ts'

let server: TestServer
afterEach(() => server.close())
const send = (method: string, body: unknown = {}): RequestOptions => ({ method, body })
const dataOf = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
const usersOf = (user: { request: TestServer['request'] }, query = '') =>
  dataOf<{ users: AdminUser[]; total: number }>(user.request(`/admin/users${query}`))
const signIn = (email: string) =>
  server.request('/better-auth/sign-in/email', send('POST', { email, password: PASSWORD }))

describe.each(kinds)('the administrator’s pages, on %s', (kind) => {
  test('are refused to everybody else, who changes nothing', async () => {
    server = await startTestServer({ kind })
    const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
    const calls = [
      ['GET', '/admin/overview'],
      ['GET', '/admin/users'],
      ['PATCH', '/admin/users', { id: admin.id, disabled: true }],
      ['PATCH', '/admin/users', { id: bob.id, admin: true }],
      ['DELETE', '/admin/users', { id: admin.id }],
      ['GET', '/admin/failing-feeds'],
      ['GET', '/admin/invitations'],
      ['DELETE', '/admin/invitations', { code: 'ANY' }],
    ] as const
    for (const [method, path, body] of calls) {
      const init = method === 'GET' ? {} : send(method, body)
      expect([path, (await server.request(path, init)).status]).toEqual([path, 401])
      const refused = await bob.request(path, init)
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 403, { code: 1004 }])
    }
    const { users } = await usersOf(admin)
    expect(users.map(({ admin: isAdmin, disabled }) => [isAdmin, disabled])).toEqual([
      [true, false],
      [false, false],
    ])
  })

  test('who is an admin is told with the session', async () => {
    server = await startTestServer({ kind })
    const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
    const isAdmin = async ({ request }: { request: TestServer['request'] }) =>
      ((await (await request('/better-auth/get-session')).json()) as { admin?: boolean }).admin
    expect([await isAdmin(admin), await isAdmin(bob)]).toEqual([true, false])
    await admin.request('/admin/users', send('PATCH', { id: bob.id, admin: true }))
    expect(await isAdmin(bob)).toBe(true)
    expect((await bob.request('/admin/overview')).status).toBe(200)
  })

  test('a user is found, put on trial, disabled, enabled and deleted; one’s own account is refused', async () => {
    server = await startTestServer({ kind })
    const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, bob.id, feedId)
    const found = await usersOf(admin, '?q=BOB')
    expect(found).toMatchObject({
      total: 1,
      users: [{ id: bob.id, role: 'user', admin: false, disabled: false, subscriptions: 1 }],
    })
    expect(found.users[0]?.sessions).toBeGreaterThan(0)
    expect(await usersOf(admin, '?q=%25')).toEqual({ users: [], total: 0 })

    await admin.request('/admin/users', send('PATCH', { id: bob.id, role: 'trial' }))
    expect((await usersOf(admin, '?q=bob')).users[0]?.role).toBe('trial')

    const email = found.users[0]?.email ?? ''
    expect((await signIn(email)).status).toBe(200)
    await admin.request('/admin/users', send('PATCH', { id: bob.id, disabled: true }))
    expect((await bob.request('/subscriptions')).status).toBe(401)
    const refused = await signIn(email)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { message: 'An administrator has disabled this account.' },
    ])
    expect((await usersOf(admin, '?q=bob')).users[0]).toMatchObject({ disabled: true, sessions: 0 })
    await admin.request('/admin/users', send('PATCH', { id: bob.id, disabled: false }))
    expect((await signIn(email)).status).toBe(200)

    for (const init of [send('PATCH', { id: admin.id, admin: false }), send('DELETE', { id: admin.id })])
      expect((await admin.request('/admin/users', init)).status).toBe(422)
    expect((await admin.request('/admin/users', send('DELETE', { id: 'nobody' }))).status).toBe(404)
    expect((await admin.request('/admin/users', send('DELETE', { id: bob.id }))).status).toBe(200)
    expect((await usersOf(admin)).total).toBe(1)
    expect(await server.storage.db.selectFrom('subscriptions').selectAll().execute()).toEqual([])
  })

  test('failing feeds are listed, the address of another user’s private one is not', async () => {
    server = await startTestServer({ kind })
    const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
    await seedFeed(server.storage)
    const open = await seedFeed(server.storage, { failures: 2, errorMessage: 'HTTP 500' })
    const gone = await seedFeed(server.storage, { gone: 1 })
    const secret = await seedFeed(server.storage, { failures: 9, errorMessage: 'HTTP 403' })
    await seedSubscription(server.storage, bob.id, secret, { isPrivate: 1 })
    const feeds = await dataOf<FailingFeed[]>(admin.request('/admin/failing-feeds'))
    expect(feeds.map(({ id }) => id)).toEqual([gone, secret, open])
    expect(feeds[0]).toMatchObject({ gone: true, nextFetchAt: null })
    expect(feeds[1]).toMatchObject({
      url: null,
      title: null,
      errorMessage: null,
      failures: 9,
      subscriptions: 1,
    })
    expect(feeds[2]).toMatchObject({ errorMessage: 'HTTP 500', failures: 2, gone: false })
    expect(feeds[2]?.url).toMatch(/^https?:/)
    const { fetches, storage, rows, signUp } = await dataOf<ServerOverview>(admin.request('/admin/overview'))
    expect(fetches).toMatchObject({ failing: 2, gone: 1 })
    expect(rows).toMatchObject({ users: 2, feeds: 4, subscriptions: 1 })
    expect(storage.bytes).toBeGreaterThan(10_000)
    expect(signUp).toEqual({ mode: 'open', trial: false })
  })

  test('an unused invitation is withdrawn, a used one is not', async () => {
    server = await startTestServer({ kind })
    const admin = await server.signUp('admin')
    const bob = await server.signUp('bob')
    const { data: code } = (await (await admin.request('/invitations/new', send('POST'))).json()) as {
      data: string
    }
    await server.storage.db
      .insertInto('invitations')
      .values({ code: 'USED', fromUserId: admin.id, createdAt: 1, usedAt: 2, toUserId: bob.id, hash: null })
      .execute()
    const codes = async () =>
      (await dataOf<AdminInvitation[]>(admin.request('/admin/invitations'))).map(({ code: one }) => one)
    expect(await codes()).toEqual([code, 'USED'])
    expect((await admin.request('/admin/invitations', send('DELETE', { code: 'USED' }))).status).toBe(404)
    expect((await admin.request('/admin/invitations', send('DELETE', { code }))).status).toBe(200)
    expect(await codes()).toEqual(['USED'])
  })
})
