import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import {
  PASSWORD as password,
  startTestServer,
  type RequestOptions,
  type TestServer,
} from '../../../tests/support/server.ts'
import { startPluginServer } from '../../../tests/support/plugin-server.ts'
import { kinds, openTestStorage } from '../../../tests/support/storage.ts'
import { createMigrate } from '../backup/migrate.ts'
import { tablesOf } from '../backup/tables.ts'
import { builtInPlugins } from '../plugins/load-manifests.ts'
import type { Storage } from '../storage/open.ts'
import { pluginMatrices } from '../../../tests/support/plugin-contract.ts'
import { retainedReferences } from './delete-user-data.ts'

/** A plugin with a table that travels. */
const hasDigests = existsSync(join(builtInPlugins, 'digests'))
const retainedByPlugins = pluginMatrices.flatMap(({ retained = {} }) => Object.keys(retained))

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

/** A column that names a user. */
const ofUser = (name: string): boolean => /user_?id$/i.test(name)
/** Tables that triggers fill: a row of their own would be none of the user's. */
const COMPUTED = new Set(['readCounts'])

/**
 * Every table with a column that names a user, those of all plugins included, gets a row of the user; a table that is added gets
 * one too.
 * @param number distinguishes the rows of users
 * @param ids of existing rows, as `table.column` @returns the names of the tables
 */
async function fillEveryTable(
  { storage }: TestServer,
  { userId, number, ids }: { userId: string; number: number; ids: Readonly<Record<string, string>> },
): Promise<string[]> {
  const filled: string[] = []
  const keys = await foreignKeysOf(storage)
  const values = new Map<string, unknown>(Object.entries(ids))
  const introspected = new Map(
    (await storage.db.introspection.getTables()).map((table) => [table.name, table]),
  )
  const all = (await tablesOf(storage)).filter(({ name }) => name !== 'user' && !COMPUTED.has(name))
  const named = new Set(all.filter(({ columns }) => [...columns.keys()].some(ofUser)).map(({ name }) => name))
  // The order is that of references.
  const needed = new Set(named)
  for (const { name, after } of all.toReversed())
    if (needed.has(name)) after.forEach((one) => needed.add(one))
  for (const { name } of all.filter((one) => needed.has(one.name) && !values.has(`${one.name}.id`))) {
    const columns =
      introspected.get(name)?.columns.filter(({ isAutoIncrementing }) => !isAutoIncrementing) ?? []
    const row: Record<string, unknown> = {}
    for (const { name: column, dataType } of columns) {
      const to = keys.get(`${name}.${column}`)
      row[column] = ofUser(column) ? userId : to ? values.get(to) : valueOf(column, dataType, number)
      values.set(`${name}.${column}`, row[column])
    }
    await sql`insert into ${sql.table(name)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))})`
      .execute(storage.db)
      .catch((cause: unknown) => {
        throw new Error(`${name} got no row: ${JSON.stringify(row)}`, { cause })
      })
    if (named.has(name)) filled.push(name)
  }
  return filled
}

function valueOf(column: string, type: string, number: number): unknown {
  if (/bool/i.test(type)) return true
  if (/int|double|float|real|numeric/i.test(type)) return number
  if (/timestamp|date/i.test(type)) return new Date(0).toISOString()
  if (/blob|bytea/i.test(type)) return Buffer.from('x')
  return `${column} ${number}`
}

/** The referenced column of each column, both as `table.column`. */
async function foreignKeysOf({ db, kind }: Storage): Promise<Map<string, string>> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ column: string; to: string }>`select m.name || '.' || f."from" as "column",
          f."table" || '.' || coalesce(f."to", 'id') as "to"
        from pragma_table_list as m, pragma_foreign_key_list(m.name) as f where m.type = 'table'`
      : sql<{
          column: string
          to: string
        }>`select f.relname || '.' || a.attname as "column", t.relname || '.' || b.attname as "to"
        from pg_constraint as c join pg_class as f on f.oid = c.conrelid join pg_class as t on t.oid = c.confrelid
        join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_attribute as b on b.attrelid = c.confrelid and b.attnum = c.confkey[1] where c.contype = 'f'`
  ).execute(db)
  return new Map(rows.map(({ column, to }) => [column, to]))
}

describe.each(kinds)('every table of the server and of the plugins on %s', (kind) => {
  test('has nothing of a deleted user, and all of another one', async () => {
    const plugins = await startPluginServer('beacon', kind, { others: 'all' })
    server = plugins.server
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    const rowsOf = async (userId: string): Promise<string[]> => {
      const names: string[] = []
      for (const { name, columns } of await server.storage.db.introspection.getTables())
        for (const column of columns.filter((one) => ofUser(one.name))) {
          const { rows } = await sql`select 1 from ${sql.table(name)}
            where ${sql.ref(column.name)} = ${userId} limit 1`.execute(server.storage.db)
          if (rows.length > 0) names.push(`${name}.${column.name}`)
        }
      return names
    }
    // A copy of the account, with what of plugins' tables travels, stays.
    const input = { name: 'Mine', query: '', frequency: 'daily', weekday: 1, hour: 7, timeZone: 'UTC' }
    const settings = { values: { enableDigests: true } }
    if (hasDigests) {
      await ada.request('/plugins/digests/settings', { method: 'PATCH', body: settings })
      const made = post({ input: { ...input, entries: 5, byMail: false, withEpub: false } })
      expect((await ada.request('/plugins/digests/calls/put', made)).status).toBe(200)
    }
    const carol = await server.signUp('carol')
    const file = await (await ada.request('/account-file')).text()
    expect((await carol.request('/account-file', { method: 'POST', body: file })).status).toBe(200)
    const tables: string[][] = []
    for (const [number, { id: userId }] of [ada, bob].entries()) {
      const feedId = await seedFeed(server.storage)
      const [entryId = ''] = await seedEntries(server.storage, feedId, [{}])
      const ids = { 'user.id': userId, 'feeds.id': feedId, 'entries.id': entryId }
      tables.push(await fillEveryTable(server, { userId, number, ids }))
    }
    expect(tables[0]?.length).toBeGreaterThan(50)
    const core = await openTestStorage(kind)
    const ofCore = (await core.db.introspection.getTables()).map(({ name }) => name)
    await core.close()
    expect(tables[0]).toContain('awaitedEntries')
    // Those of the plugins as well.
    expect(tables[0]?.filter((name) => !ofCore.includes(name)).length).toBeGreaterThan(4)
    const before = await rowsOf(bob.id)
    expect((await ada.request('/better-auth/delete-user', post({ password }))).status).toBe(200)
    const retained = (await rowsOf(ada.id)).filter((name) => !retainedByPlugins.includes(name))
    expect(retained).toEqual([])
    expect(await traces('ada@example.org', 'ada@example.org')).toEqual([])
    expect(await rowsOf(bob.id)).toEqual(before)
    if (hasDigests) expect(await rowsOf(carol.id)).toContain('digests.userId')
  })
})

test('every column with a user id is cleared when the user is deleted', async () => {
  const storage = await openTestStorage('sqlite')
  const loose = async (): Promise<string[]> => {
    const names: string[] = []
    for (const { name, columns } of await storage.db.introspection.getTables()) {
      const { rows } = await sql<{ from: string; table: string; on_delete: string }>`
        select "from", "table", on_delete from pragma_foreign_key_list(${name})`.execute(storage.db)
      const current = rows.filter((key) => key.table === 'user' && /CASCADE|SET NULL/.test(key.on_delete))
      for (const column of columns.filter((one) => ofUser(one.name)))
        if (!current.some(({ from }) => from === column.name)) names.push(`${name}.${column.name}`)
    }
    return names.toSorted()
  }
  const ofServer = await loose()
  expect(ofServer).toEqual(Object.keys(retainedReferences).toSorted())
  await (
    await createMigrate()
  )(storage, null)
  // Of plugins, a `userId` is cleared without a reference as well: the test above.
  const ofPlugins = (await loose()).filter((name) => !ofServer.includes(name) && !name.endsWith('.userId'))
  expect(ofPlugins).toEqual(retainedByPlugins.toSorted())
  await storage.close()
})
