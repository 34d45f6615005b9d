import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NOON } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { pruneLeftovers } from './leftovers.ts'

const DAY = 86_400_000

test.each(kinds)('old leftovers go and what is in use stays, on %s', async (kind) => {
  const storage = await openTestStorage(kind)
  const userId = await seedUser(storage)
  const imported = (id: string, createdAt: number, running: 0 | 1) => ({ id, userId, createdAt, running })
  await storage.db
    .insertInto('imports')
    .values([
      imported('old', NOON - 31 * DAY, 0),
      imported('runs', NOON - 31 * DAY, 1),
      imported('new', NOON, 0),
    ])
    .execute()
  const line = { line: 1, url: 'x', title: null, outcome: 'done' as const, feedId: null, reason: null }
  await storage.db
    .insertInto('importLines')
    .values([
      { ...line, importId: 'old' },
      { ...line, importId: 'new' },
    ])
    .execute()
  for (const [id, at] of [
    ['past', NOON - 2 * DAY],
    ['now', NOON],
  ] as const) {
    await sql`insert into "rateLimit" (id, key, count, "lastRequest") values (${id}, ${id}, 1, ${at})`.execute(
      storage.db,
    )
    await storage.db
      .insertInto('leases')
      .values({ name: id, owner: 'a', token: id, renewedAt: at, expiresAt: at })
      .execute()
    const expires = new Date(at + DAY / 2)
    const moment = kind === 'sqlite' ? expires.toISOString() : expires
    await sql`insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
      values (${id}, ${id}, ${id}, ${moment}, ${moment}, ${moment})`.execute(storage.db)
  }
  await pruneLeftovers(storage, NOON)
  const ids = async (table: string, column = 'id') => {
    const { rows } = await sql<{
      id: string
    }>`select ${sql.id(column)} as id from ${sql.id(table)} order by 1`.execute(storage.db)
    return rows.map(({ id }) => id)
  }
  expect(await ids('imports')).toEqual(['new', 'runs'])
  expect(await storage.db.selectFrom('importLines').select('importId').execute()).toEqual([
    { importId: 'new' },
  ])
  expect(await ids('rateLimit')).toEqual(['now'])
  expect(await ids('leases', 'name')).toEqual(['now'])
  expect(await ids('verification')).toEqual(['now'])
  await storage.close()
})
