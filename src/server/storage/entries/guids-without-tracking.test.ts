import type { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { up } from '../../../../migrations/server/0053-guids-without-tracking.ts'
import { seedEntries, seedFeed } from '../../../../tests/support/library.ts'
import { openTestStorage } from '../../../../tests/support/storage.ts'
import type { Storage } from '../open.ts'

let storage: Storage
afterEach(() => storage.close())

test('stored guids lose what counts clicks; of two that become the same one stays', async () => {
  storage = await openTestStorage()
  const feedId = await seedFeed(storage)
  const page = 'https://site.example/a'
  const guids = [
    `${page}?utm_id=1`,
    `${page}?utm_id=2`,
    `${page}?id=7&fbclid=3#part`,
    `${page}?id=8`,
    'what?',
  ]
  await seedEntries(
    storage,
    feedId,
    guids.map((guid) => ({ guid })),
  )
  await storage.db
    .insertInto('removedEntries')
    .values([`${page}/b?utm_id=1`, `${page}/b?utm_id=2`, 'x'].map((guid) => ({ feedId, guid })))
    .execute()
  await up(storage.db as unknown as Kysely<unknown>)
  const guidsIn = async (table: 'entries' | 'removedEntries') =>
    (await storage.db.selectFrom(table).select('guid').execute()).map(({ guid }) => guid).toSorted()
  expect(await guidsIn('entries')).toEqual(
    [page, `${page}?utm_id=2`, `${page}?id=7#part`, `${page}?id=8`, 'what?'].toSorted(),
  )
  expect(await guidsIn('removedEntries')).toEqual([`${page}/b`, 'x'])
})
