import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedFeed } from '../../../../tests/support/library.ts'
import { openStorage, type Storage } from '../open.ts'

let dir: string
let storage: Storage
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-connections-'))
  storage = await openStorage({ url: '', dir })
})
afterEach(async () => {
  await storage.close()
  rmSync(dir, { recursive: true, force: true })
})

const titles = async () =>
  (await storage.db.selectFrom('feeds').select('title').orderBy('title').execute()).map(({ title }) => title)

test('a reader does not wait for a transaction, and sees nothing of it before it is committed', async () => {
  await seedFeed(storage, { title: 'before' })
  const read = Promise.withResolvers<void>()
  const writing = storage.db.transaction().execute(async (db) => {
    await seedFeed({ ...storage, db }, { title: 'during' })
    await read.promise
    expect(await db.selectFrom('feeds').select('title').execute()).toHaveLength(2)
  })
  expect(await titles()).toEqual(['before'])
  read.resolve()
  await writing
  expect(await titles()).toEqual(['before', 'during'])
})

test('writes wait for the transaction before them, one after the other, and none is lost', async () => {
  const id = await seedFeed(storage, { title: 'a feed', failures: 0 })
  const more = () =>
    storage.db.transaction().execute(async (db) => {
      const { failures } = await db.selectFrom('feedSchedule').select('failures').executeTakeFirstOrThrow()
      await new Promise((done) => setImmediate(done))
      await db
        .updateTable('feedSchedule')
        .set({ failures: failures + 1 })
        .where('feedId', '=', id)
        .execute()
    })
  const alone = () => sql`update "feedSchedule" set failures = failures + 1`.execute(storage.db)
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? more() : alone())))
  expect(await storage.db.selectFrom('feedSchedule').select('failures').execute()).toEqual([{ failures: 40 }])
})

test('a transaction that fails leaves nothing behind and lets the next one begin', async () => {
  const failing = storage.db.transaction().execute(async (db) => {
    await seedFeed({ ...storage, db }, { title: 'never' })
    throw new Error('halfway')
  })
  await expect(failing).rejects.toThrow('halfway')
  await storage.db
    .transaction()
    .execute(async (db) => void (await seedFeed({ ...storage, db }, { title: 'next' })))
  expect(await titles()).toEqual(['next'])
})

test('what cannot be committed is taken back', async () => {
  await sql`create table "late" (id text references feeds (id) deferrable initially deferred)`.execute(
    storage.db,
  )
  const hanging = storage.db
    .transaction()
    .execute((db) => sql`insert into "late" (id) values ('no feed')`.execute(db))
  await expect(hanging).rejects.toThrow(/FOREIGN KEY/)
  expect((await sql`select * from "late"`.execute(storage.db)).rows).toEqual([])
  await seedFeed(storage, { title: 'afterwards' })
  expect(await titles()).toEqual(['afterwards'])
})
