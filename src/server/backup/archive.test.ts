import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds, openTestStorage, type TestKind } from '../../../tests/support/storage.ts'
import { openAsItIs, type Storage } from '../storage/open.ts'
import { backup, check } from './backup.ts'
import { copyDatabase } from './copy.ts'
import { fill } from './fill.ts'
import { createMigrate } from './migrate.ts'
import { moveFiles, restore } from './restore.ts'
import { rowsOf } from './rows.ts'
import { selectFeeds } from '../storage/feeds/feed-schedule.ts'
import { tablesOf } from './tables.ts'

const migrate = await createMigrate()
let dir: string
let open: Storage[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-archive-'))
  open = []
})
afterEach(async () => {
  for (const storage of open) await storage.close().catch(() => undefined)
  rmSync(dir, { recursive: true, force: true })
})

const empty = async (kind: TestKind): Promise<Storage> => {
  const storage = await openTestStorage(kind)
  await migrate(storage, null)
  open.push(storage)
  return storage
}

const servers = new Map<TestKind, TestServer>()
afterAll(async () => {
  for (const server of servers.values()) await server.close()
})

/** The database of an engine from which all tests read: none of them changes it. */
async function lived(kind: TestKind): Promise<Storage> {
  const server = servers.get(kind) ?? (await livedAnew(kind))
  servers.set(kind, server)
  return server.storage
}

/** A user who signed up with the public call, with more entries than a batch and unusual texts. */
async function livedAnew(kind: TestKind): Promise<TestServer> {
  const server = await startTestServer({ kind })
  const { storage } = server
  await migrate(storage, null)
  const ada = await server.signUp('ada')
  const feed = await seedFeed(storage, { title: 'A "title" with \\ and 語 🙂' })
  await seedSubscription(storage, ada.id, feed, { isPrivate: 1 })
  const ids = await seedEntries(
    storage,
    feed,
    Array.from({ length: 1203 }, (_, at) => ({ title: `Entry\n${at}`, content: `<p>${at} \\u0041 é</p>` })),
  )
  const own = { userId: ada.id, view: 0, createdAt: NOON }
  await storage.db
    .insertInto('reads')
    .values(ids.slice(0, 700).map((entryId) => ({ userId: ada.id, entryId, readAt: NOON, batch: null })))
    .execute()
  await storage.db
    .insertInto('collections')
    .values({ ...own, entryId: ids[0] ?? '' })
    .execute()
  return server
}

const counted = async (storage: Storage) => ({
  entries: (await storage.db.selectFrom('entries').select('id').execute()).length,
  reads: (await storage.db.selectFrom('reads').select('entryId').execute()).length,
  people: await storage.db.selectFrom('user').select(['email', 'admin']).execute(),
  feed: (await selectFeeds(storage.db).execute()).map(({ title, nextFetchAt }) => ({ title, nextFetchAt })),
  privateFeeds: (await storage.db.selectFrom('privateFeeds').selectAll().execute()).length,
})
const texts = async (storage: Storage) => {
  const rows = await storage.db.selectFrom('entryContents').selectAll().orderBy('entryId').execute()
  return rows.map(({ content }) => content)
}
const whole = (storage: Storage) => ({
  entries: 1203,
  reads: 700,
  people: [{ email: 'ada@example.org', admin: storage.kind === 'sqlite' ? 1 : true }],
  feed: [{ title: 'A "title" with \\ and 語 🙂', nextFetchAt: NOON }],
  privateFeeds: 1,
})

const ways = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))

describe.each(ways)('from %s to %s', (from, to) => {
  test('a backup comes back whole, with its accounts and the secret of the server', async () => {
    const source = await lived(from)
    const path = join(dir, 'all.backup')
    writeFileSync(join(dir, 'secret'), 'the secret of this server')
    const saved = await backup(source, dir, path, NOON)
    expect(saved).toMatchObject({ files: 1 })
    expect(saved.rows).toBeGreaterThan(1203 + 1203 + 700)
    const fresh = join(dir, 'fresh')
    const target = await empty(to)
    expect(await restore(target, fresh, path, migrate)).toBe(saved.rows)
    expect(await counted(target)).toEqual(whole(target))
    expect(await texts(target)).toEqual(await texts(source))
    expect(readFileSync(join(fresh, 'secret'), 'utf8')).toBe('the secret of this server')
    const passwords = (storage: Storage) =>
      sql<{ password: string }>`select password from account`.execute(storage.db)
    expect((await passwords(target)).rows).toEqual((await passwords(source)).rows)
    expect((await passwords(target)).rows).toHaveLength(1)
  })

  test('a database is copied completely', async () => {
    const source = await lived(from)
    const target = await empty(to)
    const copied = await copyDatabase(source, target)
    expect(copied.get('entries')?.rows).toBe(1203)
    expect(await counted(target)).toEqual(whole(target))
    expect(await texts(target)).toEqual(await texts(source))
  })
})

describe.each(kinds)('on %s', (kind) => {
  test('a database with data is not filled and stays unchanged', async () => {
    const source = await lived(kind)
    const path = join(dir, 'all.backup')
    await backup(source, dir, path, NOON)
    const target = await empty(kind)
    await seedFeed(target, { title: 'Mine' })
    await expect(copyDatabase(source, target)).rejects.toThrow('already contains data')
    await expect(restore(target, dir, path, migrate)).rejects.toThrow('already contains data')
    expect((await counted(target)).feed).toEqual([{ title: 'Mine', nextFetchAt: NOON }])
    expect((await counted(target)).entries).toBe(0)
  })

  test('the rows of a first start do not count as data', async () => {
    const source = await lived(kind)
    const target = await empty(kind)
    const job = { queue: 'ask-hubs', key: 'round', payload: 'null', runAt: 1, attempts: 0, lease: 0 }
    await target.db.insertInto('jobs').values(job).execute()
    await copyDatabase(source, target)
    expect(await target.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('a failure in the middle leaves nothing', async () => {
    const source = await lived(kind)
    const target = await empty(kind)
    const last = (await tablesOf(source)).at(-1)?.name ?? ''
    const filling = fill(target, async (each) => {
      for (const table of await tablesOf(source)) {
        if (table.name === last) throw new Error('the way broke off')
        await each(table.name, [...table.columns.keys()], rowsOfIn(source, table))
      }
    })
    await expect(filling).rejects.toThrow('the way broke off')
    expect((await counted(target)).entries).toBe(0)
    expect((await counted(target)).people).toEqual([])
  })

  test('tables are named so that those referred to come first', async () => {
    const names = (await tablesOf(await empty(kind))).map(({ name }) => name)
    for (const [first, then] of [
      ['user', 'session'],
      ['feeds', 'entries'],
      ['entries', 'reads'],
    ])
      expect(names.indexOf(first ?? '')).toBeLessThan(names.indexOf(then ?? ''))
    expect(names.filter((name) => name.includes('migration'))).toEqual([])
  })
})

/** Rows of a table read in a transaction of their own. */
async function* rowsOfIn(storage: Storage, table: Parameters<typeof rowsOf>[1]) {
  const all = await storage.db.transaction().execute(async (db) => {
    const batches = []
    for await (const batch of rowsOf({ ...storage, db }, table)) batches.push(batch)
    return batches
  })
  yield* all
}

describe('a backup file', () => {
  let parent: string
  let original: string
  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'lectern-archive-'))
    original = join(parent, 'all.backup')
    await backup(await lived('sqlite'), parent, original, NOON)
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))
  /** @returns the path of a copy */
  const made = (): string => {
    const path = join(dir, 'all.backup')
    copyFileSync(original, path)
    return path
  }

  test('is private to its owner, appears complete or not at all, and describes its content', async () => {
    expect(statSync(original).mode & 0o777).toBe(0o600)
    expect(existsSync(`${original}.part`)).toBe(false)
    expect((await check(original)).get('entries')?.rows).toBe(1203)
    const [first = ''] = gunzipSync(readFileSync(original)).toString().split('\n')
    expect(JSON.parse(first)).toMatchObject({ lectern: 'backup', form: 1, at: new Date(NOON).toISOString() })
  })

  test('that is cut off is refused', async () => {
    const path = made()
    truncateSync(path, statSync(path).size - 100)
    await expect(check(path)).rejects.toThrow('not a whole backup')
    const target = await empty('sqlite')
    await expect(restore(target, dir, path, migrate)).rejects.toThrow('not a whole backup')
    expect((await counted(target)).entries).toBe(0)
  })

  test.each([
    ['a changed row', (text: string) => text.replace('Entry\\n7"', 'Entry\\n8"'), 'not those'],
    ['a missing end', (text: string) => text.replace('{"over":true}\n', ''), 'end is missing'],
    ['no backup at all', () => '{"hello":1}\n', 'no backup holds'],
    ['a step of the future', (text: string) => text.replace('0001-accounts', '9999-later'), '9999-later'],
  ])('with %s is refused in words', async (_, change, words) => {
    const path = made()
    const text = gunzipSync(readFileSync(path)).toString()
    expect(change(text)).not.toBe(text)
    writeFileSync(path, gzipSync(change(text)))
    const target = openAsItIs({ url: '', dir })
    open.push(target)
    await expect(restore(target, dir, path, migrate)).rejects.toThrow(words)
  })

  test('that names a file outside the data folder writes nothing there', async () => {
    const path = made()
    const text = gunzipSync(readFileSync(path)).toString()
    const line = JSON.stringify({ file: '../outside', base64: 'eA==' })
    writeFileSync(path, gzipSync(text.replace('{"over":true}', `${line}\n{"over":true}`)))
    const target = await empty('sqlite')
    await expect(restore(target, join(dir, 'in'), path, migrate)).rejects.toThrow('outside')
    expect(existsSync(join(dir, 'outside'))).toBe(false)
  })

  test('from before plugins had steps of their own is restored, also when it is tried again', async () => {
    const path = made()
    const [first = '', ...rest] = gunzipSync(readFileSync(path)).toString().split('\n')
    const header = JSON.parse(first) as { steps: Record<string, string[]> }
    const firstOnly = Object.keys(header.steps).filter((book) => header.steps[book]?.length === 1)
    expect(firstOnly.length).toBeGreaterThan(2)
    for (const book of firstOnly) header.steps[book] = []
    writeFileSync(path, gzipSync([JSON.stringify(header), ...rest].join('\n')))
    const target = openAsItIs({ url: '', dir })
    open.push(target)
    await migrate(target, header.steps)
    await restore(target, dir, path, migrate)
    expect((await counted(target)).entries).toBe(1203)
  })

  test('of an older schema is restored there and then brought up to date', async () => {
    const old = openAsItIs({ url: '', dir })
    await migrate(old, { kysely_migration: ['0001-accounts', '0002-feeds', '0003-reading'] })
    await old.db
      .insertInto('feeds')
      .values({ id: '1', url: 'https://a.example/', createdAt: 1, updatedAt: 1, nextFetchAt: 1 } as never)
      .execute()
    const path = join(dir, 'old.backup')
    await backup(old, dir, path, NOON)
    await old.close()
    const location = join(dir, 'place')
    await moveFiles(location, async (folder) => {
      const target = openAsItIs({ url: '', dir: folder })
      await restore(target, location, path, migrate)
      await target.close()
    })
    const now = openAsItIs({ url: '', dir: location })
    open.push(now)
    expect(await now.db.selectFrom('feeds').select(['id', 'quietTimes']).execute()).toEqual([
      { id: '1', quietTimes: null },
    ])
  })
})
