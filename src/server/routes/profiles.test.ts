import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import type { ProfileUser } from '../../contract/shapes.ts'

const NO_TIME = '1970-01-01T00:00:00.000Z'
let server: TestServer
afterEach(() => server.close())

describe('profiles', () => {
  test('show a user to everyone, without private fields', async () => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    await ada.request('/better-auth/update-user', { method: 'POST', body: { handle: 'ada' } })
    for (const query of [
      `id=${ada.id}`,
      'handle=ada',
      'handle=@ada',
      'handle=%40ADA',
      `handle=${ada.id}`,
      'id=@ada',
    ]) {
      const answer = await server.request(`/profiles?${query}`)
      expect([query, await answer.json()]).toEqual([
        query,
        {
          code: 0,
          data: {
            id: ada.id,
            name: 'ada',
            image: null,
            handle: 'ada',
            emailVerified: null,
            createdAt: '1970-01-01T00:00:00.000Z',
            updatedAt: '1970-01-01T00:00:00.000Z',
            suspended: false,
            deleted: false,
            twoFactorEnabled: null,
            isAnonymous: null,
            bio: null,
            website: null,
            socialLinks: null,
          },
        },
      ])
    }
  })

  test('keep it to the user themself whether the address is confirmed and when the account was made', async () => {
    server = await startTestServer()
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const row = { emailVerified: 1 } as const
    await server.storage.db.updateTable('user').set(row).where('id', '=', ada.id).execute()
    const seenBy = async (request: typeof ada.request) => {
      const one = (await (await request(`/profiles?id=${ada.id}`)).json()) as { data: ProfileUser }
      return one.data
    }
    const batchOf = async ({ request }: typeof ada) => {
      const body = { ids: [ada.id] }
      const many = (await (await request('/profiles/batch', { method: 'POST', body })).json()) as {
        data: Record<string, ProfileUser>
      }
      return many.data[ada.id]
    }
    const withheld = { emailVerified: null, createdAt: NO_TIME, updatedAt: NO_TIME }
    for (const seen of [await seenBy(server.request), await seenBy(bob.request), await batchOf(bob)])
      expect(seen).toMatchObject(withheld)
    for (const seen of [await seenBy(ada.request), await batchOf(ada)]) {
      expect(seen).toMatchObject({ emailVerified: true })
      expect(seen?.createdAt).not.toBe(NO_TIME)
      expect(seen?.updatedAt).not.toBe(NO_TIME)
    }
  })

  test('are refused for an unknown user or an empty query', async () => {
    server = await startTestServer()
    const nobody = await server.request('/profiles?id=1234567890123')
    expect([nobody.status, await nobody.json()]).toMatchObject([404, { code: 6000 }])
    const nothing = await server.request('/profiles')
    expect([nothing.status, await nothing.json()]).toMatchObject([400, { code: 1002 }])
  })

  test('are returned in bulk by id, for signed-in users', async () => {
    server = await startTestServer()
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const body = { ids: [ada.id, bob.id, bob.id, '999'] }
    expect((await server.request('/profiles/batch', { method: 'POST', body })).status).toBe(401)
    const answer = await bob.request('/profiles/batch', { method: 'POST', body })
    const { code, data } = (await answer.json()) as { code: number; data: Record<string, { name: string }> }
    expect(code).toBe(0)
    expect(Object.keys(data).toSorted()).toEqual([ada.id, bob.id].toSorted())
    expect(data[ada.id]?.name).toBe('ada')
    expect(JSON.stringify(data)).not.toMatch(/example\.org|password|token/)
    const none = await bob.request('/profiles/batch', { method: 'POST', body: { ids: [] } })
    expect(await none.json()).toEqual({ code: 0, data: {} })
  })
})

test('the current limits are returned without a session', async () => {
  server = await startTestServer()
  const { data } = (await (await server.request('/status/configs')).json()) as {
    data: Record<string, unknown>
  }
  expect(data).toMatchObject({
    MAX_SUBSCRIPTIONS: 500,
    SIGNUP: 'open',
    IMPORTING_TITLE: 'Importing',
  })
})
