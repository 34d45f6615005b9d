import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  NOON,
  seedEarlierFeed,
  seedEntries,
  seedFeed,
  seedSubscription,
} from '../../../../tests/support/library.ts'
import { openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { insertMark } from '../actions/actions.ts'
import { markAllRead, unmarkBatch } from './mark-all.ts'
import { migrate, type Storage } from '../open.ts'
import { markRead, readersOf, unreadCounts } from './reads.ts'
import { sqliteDialect } from '../engine/sqlite.ts'
import type { Schema } from '../schema.ts'

let storage: Storage
afterEach(() => storage.close())

const marks = async (): Promise<unknown[]> =>
  storage.db.selectFrom('reads').selectAll().orderBy('userId').orderBy('entryId').execute()

test('read marks of an older database stay unchanged, and get their feed', async () => {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(':memory:') })
  storage = { db, kind: 'sqlite', close: () => db.destroy() }
  await migrate(storage, '0018-quiet-fetches')
  const [userId, feedId] = [await seedUser(storage), await seedEarlierFeed(storage)]
  await seedSubscription(storage, userId, feedId)
  const [old = '', named = '', unread = ''] = await seedEntries(storage, feedId, [{}, {}, {}])
  await insertMark(storage, { userId, entryId: old, readAt: NOON })
  const mark = { userId, entryId: named, readAt: NOON + 1, batch: 'all', feedId }
  await db.insertInto('reads').values(mark).execute()
  await migrate(storage)
  expect(await marks()).toEqual([{ userId, entryId: old, readAt: NOON, batch: null, feedId }, mark])
  expect(await unreadCounts(storage, userId)).toEqual({ [feedId]: 1 })
  expect(await unmarkBatch(storage, userId, 'all')).toEqual({ [feedId]: 1 })
  await db.deleteFrom('entries').where('id', 'in', [old, unread]).execute()
  expect(await marks()).toEqual([])
  expect(await unreadCounts(storage, userId)).toEqual({ [feedId]: 1 })
})

describe('marks without references', () => {
  beforeEach(async () => void (storage = await openTestStorage('sqlite')))

  test('are deleted with their entry, however they were created', async () => {
    const people = [await seedUser(storage), await seedUser(storage), await seedUser(storage)] as const
    const [feedId, other] = [await seedFeed(storage), await seedFeed(storage)]
    for (const userId of people) await seedSubscription(storage, userId, feedId)
    const [gone = '', stays = ''] = await seedEntries(storage, feedId, [{}, {}])
    const [elsewhere = ''] = await seedEntries(storage, other, [{}])
    const [one, two, three] = people
    await markAllRead(storage, { kind: 'followed', userId: one }, {}, { readAt: NOON, batch: 'all' })
    await insertMark(storage, { userId: two, entryId: gone, readAt: NOON })
    await markRead(storage, three, [elsewhere], NOON)
    await storage.db.deleteFrom('entries').where('id', '=', gone).execute()
    expect(await marks()).toEqual([
      { userId: one, entryId: stays, readAt: NOON, batch: 'all', feedId },
      { userId: three, entryId: elsewhere, readAt: NOON, batch: null, feedId: other },
    ])
    const { readers } = await readersOf(storage, one, { id: stays, feedId }, { offset: 0, limit: 9 })
    expect(readers.map(({ id }) => id)).toEqual([one])
    await storage.db.deleteFrom('user').where('id', '=', one).execute()
    await storage.db.deleteFrom('feeds').where('id', '=', other).execute()
    expect(await marks()).toEqual([])
  })

  test('are refused without their user or entry', async () => {
    const userId = await seedUser(storage)
    const feedId = await seedFeed(storage)
    const [entryId = ''] = await seedEntries(storage, feedId, [{}])
    await expect(insertMark(storage, { userId, entryId: 'gone', readAt: NOON })).rejects.toThrow(
      'needs an entry',
    )
    await expect(insertMark(storage, { userId: 'nobody', entryId, readAt: NOON })).rejects.toThrow(
      /FOREIGN KEY/,
    )
    const unnamed = { userId, entryId: 'gone', readAt: NOON, batch: 'all', feedId: null }
    await expect(storage.db.insertInto('reads').values(unnamed).execute()).rejects.toThrow(/NOT NULL/)
    expect(await marks()).toEqual([])
    expect((await sql`select * from "readCounts"`.execute(storage.db)).rows).toEqual([])
  })
})
