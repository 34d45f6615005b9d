import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import {
  PASSWORD as password,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { kinds, openTestStorage } from '../../../tests/support/storage.ts'
import { retainedReferences } from './delete-user-data.ts'

let server: TestServer
afterEach(() => server?.close())
const post = (body: unknown): RequestOptions => ({ method: 'POST', body })

/** Every text column of the database that contains a user's id or address, as `table.column`. */
async function traces(id: string, email: string): Promise<string[]> {
  const { db } = server.storage
  const results: string[] = []
  for (const { name, columns } of await db.introspection.getTables())
    for (const column of columns) {
      const text = sql`cast(${sql.ref(`${name}.${column.name}`)} as text)`
      const { rows } = await sql`select 1 from ${sql.table(name)}
        where ${text} like ${`%${id}%`} or ${text} like ${`%${email}%`} limit 1`.execute(db)
      if (rows.length > 0) results.push(`${name}.${column.name}`)
    }
  return results
}

describe.each(kinds)('a deleted account on %s', (kind) => {
  test('leaves no trace, and what others share stays', async () => {
    server = await startTestServer({ kind })
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const { storage } = server
    const shared = await seedFeed(storage, { ownerUserId: ada.id })
    const secret = await seedFeed(storage, { url: 'https://feeds.example/?token=of-ada' })
    const starred = await seedFeed(storage)
    for (const feedId of [shared, secret, starred])
      await seedSubscription(storage, ada.id, feedId, { isPrivate: feedId === shared ? 0 : 1 })
    await seedSubscription(storage, bob.id, shared)
    const [entryId = ''] = await seedEntries(storage, shared, [{ content: 'shared' }])
    const [stored = ''] = await seedEntries(storage, starred, [{}])
    await seedEntries(storage, secret, [{}])
    await ada.request('/reads', post({ entryIds: [entryId] }))
    await ada.request('/collections', post({ entryId }))
    await storage.db
      .insertInto('collections')
      .values({ userId: bob.id, entryId: stored, view: 0, createdAt: 1 })
      .execute()
    await ada.request('/settings/general', { method: 'PATCH', body: { unreadOnly: false } })
    await ada.request('/better-auth/one-time-token/generate')

    const wrong = await ada.request('/better-auth/delete-user', post({ password: 'wrong horse battery' }))
    expect(wrong.status).toBe(400)
    expect((await ada.request('/better-auth/delete-user', post({ password }))).status).toBe(200)
    expect(await traces(ada.id, ada.email)).toEqual([])
    expect((await ada.request('/settings')).status).toBe(401)
    const feeds = await storage.db.selectFrom('feeds').select('id').execute()
    expect(feeds.map(({ id }) => id).toSorted()).toEqual([shared, starred].toSorted())
    const answer = await bob.request(`/entries?id=${entryId}`)
    expect(await answer.json()).toMatchObject({ data: { entries: { content: 'shared' } } })
    expect((await server.request(`/profiles?id=${ada.id}`)).status).toBe(404)
    const admins = await storage.db.selectFrom('user').select('id').where('admin', '=', true).execute()
    expect(admins).toEqual([{ id: bob.id }])
  })
})

test('the way without a password needs the second factor', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  for (const body of [{}, { TOTPCode: '123456' }]) {
    const answer = await ada.request('/better-auth/delete-user-custom', post(body))
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 4008 })])
  }
  expect((await server.request('/better-auth/delete-user-custom', post({ TOTPCode: '1' }))).status).toBe(401)
  expect((await ada.request('/settings')).status).toBe(200)
})

test('every column with a user id is cleared when the user is deleted', async () => {
  const storage = await openTestStorage('sqlite')
  const loose: string[] = []
  for (const { name, columns } of await storage.db.introspection.getTables()) {
    const { rows } = await sql<{ from: string; table: string; on_delete: string }>`
      select "from", "table", on_delete from pragma_foreign_key_list(${name})`.execute(storage.db)
    const current = rows.filter((key) => key.table === 'user' && /CASCADE|SET NULL/.test(key.on_delete))
    for (const column of columns.filter((one) => /user_?id$/i.test(one.name)))
      if (!current.some(({ from }) => from === column.name)) loose.push(`${name}.${column.name}`)
  }
  expect(loose.toSorted()).toEqual(Object.keys(retainedReferences).toSorted())
  await storage.close()
})
