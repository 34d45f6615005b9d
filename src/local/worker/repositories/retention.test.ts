import { expect, test } from 'vitest'
import { nodeSqlite } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'
import { openDatabase } from '../database.ts'
import { openDatabaseFile } from '../database-file.ts'
import { localMigrationSource } from '../migration-source.ts'
import { yieldToEventLoop } from '../maintenance.ts'
import { ramFolder } from '../storage/ram-file.ts'
import { translationRetentionStep } from './entry-renderings.ts'
import { pictureRetentionStep } from './retention.ts'

test('beyond the cap the oldest entries go, but no starred one and none with a change under way', async () => {
  const database = await openDatabase({
    sqlite: await nodeSqlite(),
    folder: ramFolder(),
    migrations: localMigrationSource,
    notify: () => undefined,
    maxEntries: 1000,
  })
  const ids = Array.from({ length: 2100 }, (_, index) => `e${String(index).padStart(4, '0')}`)
  const [starred, changed] = ['e0000', 'e0001']
  await database.run('outbox.begin', {
    id: 'c1',
    noun: 'reads',
    name: 'reads.mark',
    args: {},
    effect: { do: 'read', entryIds: [changed], read: true },
    at: 1,
  })
  await database.run(
    'entries.put',
    ids.map((id, index) =>
      entry({ id, publishedAt: index, starredAt: id === starred ? 5 : null, view: 0, content: 'text' }),
    ),
  )
  // The work continues in steps while there is no call.
  let left: string[] = ids
  for (let round = 0; round < 500 && left.length > 1000; round++) {
    await yieldToEventLoop()
    left = (await database.run('entries.heads', ids)).map((head) => head.id)
  }
  expect(left).toEqual([starred, changed, ...ids.slice(-998)])
  expect(await database.run('entries.body', 'e0002')).toBeNull()
  expect((await database.run('entries.body', starred))?.content).toBe('text')
  await database.close()
})

test('beyond their cap the facts of the pictures that were seen first go', async () => {
  const { database } = await openDatabaseFile(await nodeSqlite(), ramFolder(), localMigrationSource)
  const { db } = database
  const rows = Array.from({ length: 700 }, (_, index) => ({
    url: `https://p.example/${index}`,
    width: 4,
    height: 3,
    colors: '[]',
    createdAt: index,
  }))
  for (const row of rows) await db.insertInto('images').values(row).execute()
  expect(await pictureRetentionStep(db, 100)).toBe(true)
  expect(await pictureRetentionStep(db, 100)).toBe(false)
  const left = await db.selectFrom('images').select('createdAt').orderBy('createdAt').execute()
  expect(left.map(({ createdAt }) => createdAt)).toEqual(rows.slice(-100).map(({ createdAt }) => createdAt))
  await database.close()
})

test('translations older than a week go', async () => {
  const { database } = await openDatabaseFile(await nodeSqlite(), ramFolder(), localMigrationSource)
  const { db } = database
  const day = 24 * 3600 * 1000
  for (const [entryId, age] of [
    ['old', 8 * day],
    ['new', 6 * day],
  ] as const)
    await db
      .insertInto('translations')
      .values({ entryId, language: 'ja', title: '題', createdAt: Date.now() - age })
      .execute()
  expect(await translationRetentionStep(db)).toBe(false)
  const left = await db.selectFrom('translations').select('entryId').execute()
  expect(left).toEqual([{ entryId: 'new' }])
})
