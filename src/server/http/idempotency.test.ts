import { afterEach, describe, expect, test } from 'vitest'
import {
  PASSWORD,
  SECRET,
  startTestServer,
  type TestUser,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { createIdempotencyStore, RETENTION_MS, pruneIdempotency } from './idempotency.ts'
import { Refusal } from './refusal.ts'
import type { Routes } from './routes.ts'

let server: TestServer
afterEach(() => server.close())

const markAll = (user: TestUser, key: string, body: unknown = {}) =>
  user.request('/reads/all', { method: 'POST', body, headers: { 'idempotency-key': key } })

/** A mark-all that counts its runs and returns the count. */
function counting(answer: (ran: number) => unknown = (ran) => ({ code: 0, data: { read: { ran } } })) {
  const state = { ran: 0 }
  const routes = {
    'reads.markAll': async () => {
      state.ran++
      await new Promise((later) => setTimeout(later, 20))
      return answer(state.ran)
    },
  } as unknown as Routes
  return { state, routes }
}

describe.each(kinds)('a repeated write on %s', (kind) => {
  test('is done once and answered twice alike', async () => {
    const { state, routes } = counting()
    server = await startTestServer({ kind, routes })
    const ada = await server.signUp()
    const first = await (await markAll(ada, 'k1')).text()
    const second = await markAll(ada, 'k1')
    expect(await second.text()).toBe(first)
    expect(second.headers.get('content-type')).toMatch(/^application\/json/)
    expect(state.ran).toBe(1)
    await markAll(ada, 'k2')
    expect(state.ran).toBe(2)
  })

  test('runs once when both arrive at the same time', async () => {
    const { state, routes } = counting()
    server = await startTestServer({ kind, routes })
    const ada = await server.signUp()
    const answers = await Promise.all([markAll(ada, 'k'), markAll(ada, 'k'), markAll(ada, 'k')])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(state.ran).toBe(1)
  })

  test('is tried again after a refusal', async () => {
    let refuse = true
    const { state, routes } = counting((ran) => {
      if (refuse) throw new Refusal('unprocessable')
      return { code: 0, data: { read: { ran } } }
    })
    server = await startTestServer({ kind, routes })
    const ada = await server.signUp()
    expect((await markAll(ada, 'k')).status).toBe(422)
    refuse = false
    expect((await markAll(ada, 'k')).status).toBe(200)
    expect(state.ran).toBe(2)
  })

  test('of one user is not returned to another with the same key', async () => {
    const { state, routes } = counting()
    server = await startTestServer({ kind, routes })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    await markAll(ada, 'k')
    expect(await (await markAll(bob, 'k')).json()).toEqual({ code: 0, data: { read: { ran: 2 } } })
    expect(state.ran).toBe(2)
  })

  test('with a long response runs again, as only short responses are stored', async () => {
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`feed-number-${n}`, n]))
    const { state, routes } = counting(() => ({ code: 0, data: { read: many } }))
    server = await startTestServer({ kind, routes })
    const ada = await server.signUp()
    await markAll(ada, 'k')
    expect((await markAll(ada, 'k')).status).toBe(200)
    expect(state.ran).toBe(2)
  })

  test('returns a new app password again, which the database stores encrypted', async () => {
    server = await startTestServer({ kind })
    const ada = await server.signUp()
    const make = () =>
      ada.request('/app-passwords', {
        method: 'POST',
        body: { name: 'Phone', password: PASSWORD },
        headers: { 'idempotency-key': 'k' },
      })
    const first = await (await make()).text()
    const { data } = JSON.parse(first) as { data: { password: string } }
    const rows = await server.storage.db.selectFrom('answered').select(['key', 'body']).execute()
    expect(rows).toEqual([{ key: 'appPasswords.create k', body: expect.stringMatching(/^sealed /) }])
    expect(rows[0]?.body).not.toContain(data.password)
    expect(await (await make()).text()).toBe(first)
    const list = await ada.request('/app-passwords')
    expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1)
  })

  test('that an older server answered is answered as it was; with another secret it is not done again', async () => {
    server = await startTestServer({ kind })
    const { id } = await server.signUp()
    const row = { userId: id, status: 200, at: Date.now() }
    await server.storage.db
      .insertInto('answered')
      .values({ ...row, key: 'old', body: '{"code":0}' })
      .execute()
    const run = async () => ({ status: 200, body: '{"ran":true}' })
    const repeats = createIdempotencyStore(server.storage, Date.now, SECRET)
    expect(await repeats(id, 'old', run)).toEqual({ status: 200, body: '{"code":0}' })
    await repeats(id, 'new', run)
    const other = createIdempotencyStore(server.storage, Date.now, `another ${SECRET}`)
    await expect(other(id, 'new', async () => ({ status: 200, body: '{}' }))).rejects.toThrow(Refusal)
  })

  test('is forgotten after seven days', async () => {
    const { state, routes } = counting()
    server = await startTestServer({ kind, routes })
    const ada = await server.signUp()
    await markAll(ada, 'k')
    await pruneIdempotency(server.storage, Date.now() + RETENTION_MS - 60_000)
    await markAll(ada, 'k')
    expect(state.ran).toBe(1)
    await pruneIdempotency(server.storage, Date.now() + RETENTION_MS + 60_000)
    await markAll(ada, 'k')
    expect(state.ran).toBe(2)
  })
})

describe('a write that runs in another process on PostgreSQL', () => {
  const answer = { status: 200, body: '{"code":0}' }

  test('is waited for', async () => {
    server = await startTestServer({ kind: 'pglite' })
    const { id } = await server.signUp()
    const [here, there] = [
      createIdempotencyStore(server.storage, Date.now, SECRET),
      createIdempotencyStore(server.storage, Date.now, SECRET),
    ]
    let ran = 0
    const slowly = async () => {
      ran++
      await new Promise((later) => setTimeout(later, 300))
      return answer
    }
    expect(await Promise.all([here(id, 'k', slowly), there(id, 'k', slowly)])).toEqual([answer, answer])
    expect(ran).toBe(1)
  })

  test('runs here when the other process sends no heartbeat', async () => {
    server = await startTestServer({ kind: 'pglite' })
    const { id } = await server.signUp()
    const dead = { userId: id, key: 'k', status: 0, body: '', at: Date.now() - 60_000 }
    await server.storage.db.insertInto('answered').values(dead).execute()
    expect(
      await createIdempotencyStore(server.storage, Date.now, SECRET)(id, 'k', async () => answer),
    ).toEqual(answer)
  })
})

test('a key that is no key is refused, and reads need none', async () => {
  const { state, routes } = counting()
  server = await startTestServer({ routes })
  const ada = await server.signUp()
  expect((await markAll(ada, 'x'.repeat(129))).status).toBe(400)
  expect(state.ran).toBe(0)
  const get = { headers: { 'idempotency-key': 'k' } }
  await ada.request('/settings/general', { method: 'PATCH', body: { dimRead: true }, ...get })
  const first = await (await ada.request('/settings', get)).text()
  await ada.request('/settings/general', { method: 'PATCH', body: { dimRead: false } })
  expect(await (await ada.request('/settings', get)).text()).not.toBe(first)
})
