import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser, testId } from '../../../tests/support/storage.ts'
import type { Storage } from './open.ts'

const migrationsOf = async ({ db }: Storage) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows

describe.each(kinds)('a database on %s', (kind) => {
  let storage: Storage
  afterEach(() => storage.close())

  test('has every table, and returns numbers as numbers', async () => {
    storage = await openTestStorage(kind)
    const userId = await seedUser(storage)
    const now = 1_790_000_000_123
    const row = { queue: 'q', key: 'k', payload: '1', runAt: now, attempts: 0, lease: 0 }
    const ran = { userId, ranAt: now, ranMs: 5, failure: null }
    await storage.db
      .insertInto('jobs')
      .values({ ...row, ...ran })
      .execute()
    const job = await storage.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
    expect({ ...job }).toEqual({ ...row, ...ran })
  })

  test('begins empty, whatever the one before held', async () => {
    storage = await openTestStorage(kind)
    const userId = await seedUser(storage)
    await storage.db.schema.createTable('ofPlugin').addColumn('userId', 'text').execute()
    const tables = async () => (await storage.db.introspection.getTables()).map(({ name }) => name)
    const [before, records] = [await tables(), await migrationsOf(storage)]
    await storage.close()
    storage = await openTestStorage(kind)
    expect(await storage.db.selectFrom('user').select('id').execute()).toEqual([])
    expect(before.filter((name) => !name.startsWith('ofPlugin'))).toEqual(await tables())
    expect([records.length > 40, await migrationsOf(storage)]).toEqual([true, records])
    await seedUser(storage, { id: userId })
    expect(await storage.db.selectFrom('user').select('id').execute()).toEqual([{ id: userId }])
  })

  test('deletes a user with all dependent rows', async () => {
    storage = await openTestStorage(kind)
    const userId = await seedUser(storage)
    await storage.db
      .insertInto('settings')
      .values({ userId, tab: 'general', payload: '{}', updatedAt: 1 })
      .execute()
    await storage.db.deleteFrom('user').where('id', '=', userId).execute()
    expect(await storage.db.selectFrom('settings').selectAll().execute()).toEqual([])
  })

  test('refuses a setting without a user', async () => {
    storage = await openTestStorage(kind)
    const orphan = { userId: testId(), tab: 'general', payload: '{}', updatedAt: 1 }
    await expect(storage.db.insertInto('settings').values(orphan).execute()).rejects.toThrow(/foreign key/i)
  })
})

test('SQLite has the functions that compare vectors, and loads no other code', async () => {
  const storage = await openTestStorage('sqlite')
  const { rows } = await sql<{ distance: number }>`select
    vec_distance_cosine(vec_int8(x'0100'), vec_int8(x'0001')) as distance`.execute(storage.db)
  expect(rows).toEqual([{ distance: 1 }])
  await expect(sql`select load_extension('vec0')`.execute(storage.db)).rejects.toThrow('not authorized')
  await storage.close()
})
