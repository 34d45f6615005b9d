import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { seedUser } from '../../../tests/support/storage.ts'

const DAY_MS = 86_400_000

describe('invitations', () => {
  let server: TestServer
  let later = 0
  const start = async (env: Record<string, string> = {}) => {
    later = 0
    server = await startTestServer({ env, now: () => Date.now() + later })
    return server
  }
  afterEach(() => server.close())

  const post = (who: TestUser, path: string, body: object = {}, headers = {}) =>
    who.request(`/invitations/${path}`, { method: 'POST', body, headers })
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: number }).code
  const dataOf = async <T>(answer: Response | Promise<Response>) =>
    ((await (await answer).json()) as { data: T }).data
  /** @param name of the new user @param code the invitation */
  const knock = (name: string, code?: string) =>
    server.request('/better-auth/sign-up/email', {
      method: 'POST',
      body: { email: `${name}@example.org`, password: 'correct horse battery', name, invitationCode: code },
    })
  test('a trial user becomes a full user by a single-use code', async () => {
    await start({ SIGNUP: 'trial' })
    const admin = await server.signUp('admin')
    const [ann, bob] = [await server.signUp('ann'), await server.signUp('bob')]
    const role = async (who: TestUser) =>
      ((await (await who.request('/better-auth/get-session')).json()) as { role: string }).role
    expect([await role(admin), await role(ann)]).toEqual(['user', 'trial'])
    const refused = await post(ann, 'new')
    expect([refused.status, await codeOf(refused)]).toEqual([403, 1103])

    const code = await dataOf<string>(post(admin, 'new'))
    expect(await codeOf(await post(ann, 'use', { code: 'NOSUCHCODE' }))).toBe(5003)
    expect(await codeOf(await post(admin, 'use', { code }))).toBe(5001)
    expect(await codeOf(await post(ann, 'use', { code }))).toBe(0)
    expect(await role(ann)).toBe('user')
    // A client that did not receive the response retries.
    expect(await codeOf(await post(ann, 'use', { code }))).toBe(0)
    const used = await post(bob, 'use', { code })
    expect([used.status, await codeOf(used), await role(bob)]).toEqual([400, 5002, 'trial'])

    expect(await dataOf(admin.request('/invitations'))).toMatchObject([
      { code, toUserId: ann.id, users: { id: ann.id, name: 'ann' } },
    ])
    expect(await dataOf(ann.request('/invitations'))).toEqual([])
  })

  test('of many simultaneous uses of one code one succeeds', async () => {
    await start({ SIGNUP: 'trial' })
    const admin = await server.signUp('admin')
    const guests = [await server.signUp('g1'), await server.signUp('g2'), await server.signUp('g3')]
    const code = await dataOf<string>(post(admin, 'new'))
    const codes = await Promise.all(guests.map(async (guest) => codeOf(await post(guest, 'use', { code }))))
    expect(codes.toSorted()).toEqual([0, 5002, 5002])
  })

  test('where nothing costs anything a code is free, one for each week since sign-up', async () => {
    await start()
    await server.signUp('admin')
    const ann = await server.signUp('ann')
    expect(await codeOf(await post(ann, 'new'))).toBe(5000)
    later = 15 * DAY_MS
    const key = { 'idempotency-key': 'one' }
    const made = await dataOf(post(ann, 'new', {}, key))
    expect(await dataOf(post(ann, 'new', {}, key))).toBe(made)
    const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await post(ann, 'new'))))
    expect(codes.toSorted()).toEqual([0, 5000, 5000])
    expect(await dataOf(server.request('/status/configs'))).toMatchObject({ INVITATION_PRICE: 0 })
  })

  test('with sign-up by invitation a code is valid once, and a failed sign-up does not use it', async () => {
    await start({ SIGNUP: 'invite' })
    const { storage } = server
    await storage.db
      .insertInto('invitations')
      .values({
        code: 'WELCOME',
        fromUserId: await seedUser(storage, { admin: true }),
        createdAt: 1,
        usedAt: null,
        toUserId: null,
        hash: null,
      })
      .execute()
    for (const wrong of [undefined, 'NOSUCHCODE']) {
      const answer = await knock('ann', wrong)
      expect([answer.status, await codeOf(answer)]).toEqual([400, 1003])
    }
    const short = await server.request('/better-auth/sign-up/email', {
      method: 'POST',
      body: { email: 'ann@example.org', password: 'short', name: 'ann', invitationCode: 'WELCOME' },
    })
    expect(short.status).toBe(400)
    expect((await knock('ann', 'WELCOME')).status).toBe(200)
    expect(await codeOf(await knock('bob', 'WELCOME'))).toBe(1003)
    const row = await storage.db.selectFrom('invitations').selectAll().executeTakeFirstOrThrow()
    const ann = await storage.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'ann@example.org')
      .executeTakeFirstOrThrow()
    expect(row.toUserId).toBe(ann.id)
  })

  test('without a session there are no invitations', async () => {
    await start()
    for (const path of ['/invitations', '/invitations/limitation'])
      expect((await server.request(path)).status).toBe(401)
  })
})
