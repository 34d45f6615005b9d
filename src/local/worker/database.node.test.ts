import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Database } from 'sql.js'
import { afterEach, expect, test } from 'vitest'
import { localMigrations } from '../../../migrations/local/index.ts'
import type { JournalWrite, LocalNotice, LocalSubscription, OutboxRow } from '../calls.ts'
import { nodeFolder } from '../node-folder.ts'
import { nodeSqlite } from '../memory-local.ts'
import { entry } from './entry.sample.ts'
import { openDatabase, type LocalDatabase } from './database.ts'
import { migrate, configure } from './database-file.ts'
import {
  localMigrationSource,
  migrationSource,
  type MigrationSource,
  type Migrations,
} from './migration-source.ts'
import { openOutboxFile } from './outbox-file.ts'
import { closeFiles } from './storage/close.ts'
import type { Folder, StorageFile } from './storage/file.ts'

const folders: string[] = []
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
function newPath(): string {
  const path = mkdtempSync(join(tmpdir(), 'follow-'))
  folders.push(path)
  return path
}
const change = (id: string): OutboxRow => ({
  id,
  noun: 'reads',
  name: 'reads.mark',
  args: { id },
  effect: { do: 'read', entryIds: ['e1'], read: true },
  at: 1,
})

const subscription: LocalSubscription = {
  id: 'feed/f1',
  type: 'feed',
  feedId: 'f1',
  listId: null,
  inboxId: null,
  userId: 'ada',
  view: 0,
  isPrivate: false,
  hideFromTimeline: false,
  title: null,
  category: null,
  createdAt: 12,
}
/** The announced resources in order, without the word index, whose notices come at any time. */
const changes = (notices: readonly LocalNotice[]) =>
  notices.flatMap((notice) => (notice.is === 'changed' ? notice.nouns : [])).filter((one) => one !== 'words')

/** Opens the database of a folder, works on it, and closes the files. */
async function visited<T>(
  path: string,
  work: (database: LocalDatabase, notices: LocalNotice[]) => Promise<T>,
  how: {
    migrations?: Migrations
    source?: MigrationSource
    folder?: (folder: Folder) => Folder
    restMs?: number
  } = {},
): Promise<T> {
  const folder = nodeFolder(path)
  const notices: LocalNotice[] = []
  const database = await openDatabase({
    sqlite: await nodeSqlite(),
    folder: how.folder?.(folder) ?? folder,
    migrations: how.migrations ? migrationSource(how.migrations) : (how.source ?? localMigrationSource),
    notify: (notice) => notices.push(notice),
    ...(how.restMs !== undefined && { restMs: how.restMs }),
  })
  try {
    return await work(database, notices)
  } finally {
    await database.close()
    closeFiles(folder)
  }
}

test('stored rows are in the file, and readable after closing', async () => {
  const path = newPath()
  await visited(path, async (database) => {
    await database.run('entries.put', [
      entry({ id: 'e1', title: 'Kept in the file', content: '<p>words</p>' }),
    ])
    const copy = await database.run('database.export', undefined as never)
    expect(new TextDecoder('latin1').decode(copy.slice(0, 15))).toBe('SQLite format 3')
  })
  expect(readFileSync(join(path, 'follow.db')).includes('Kept in the file')).toBe(true)
  await visited(path, async (database, notices) => {
    expect((await database.run('entries.heads', ['e1']))[0]?.title).toBe('Kept in the file')
    expect((await database.run('entries.body', 'e1'))?.content).toBe('<p>words</p>')
    expect(notices).toEqual([])
  })
})

test('an unchanged row is not written again, and causes no notice', async () => {
  await visited(newPath(), async (database, notices) => {
    const counts = { f1: 3, f2: 0 }
    const set = { subscriptions: [subscription], feeds: [], lists: [], inboxes: [] }
    const message = async () => [
      await database.run('user.take', { id: 'ada', row: { name: 'Ada', theme: 'dark' } }),
      await database.run('subscriptions.replace', set),
      await database.run('unread.replace', counts),
      await database.run('entries.put', [
        entry({ id: 'e1', content: 'words' }),
        entry({ id: 'e2', starredAt: 5 }),
      ]),
    ]
    expect((await message()).at(-1)).toEqual(['e1', 'e2'])
    const notifications = changes(notices)
    expect(notifications).toEqual(['user', 'subscriptions', 'unread', 'entries'])
    expect((await message()).at(-1)).toEqual([])
    expect(changes(notices)).toEqual(notifications)

    const news = [entry({ id: 'e1', content: 'other words' }), entry({ id: 'e2', starredAt: null })]
    expect(await database.run('entries.put', news)).toEqual(['e1', 'e2'])
    expect(await database.run('entries.put', [entry({ id: 'e2', read: true })])).toEqual(['e2'])
    await database.run('unread.replace', { f1: 2 })
    expect(await database.run('unread.all', undefined as never)).toEqual({ f1: 2 })
    await database.run('subscriptions.replace', {
      ...set,
      subscriptions: [{ ...subscription, title: 'Tea' }],
    })
    await database.run('user.take', { id: 'ada', row: { name: 'Ada Lovelace' } })
    expect(changes(notices)).toEqual([
      ...notifications,
      'entries',
      'entries',
      'unread',
      'subscriptions',
      'user',
    ])
    expect((await database.run('entries.heads', ['e2']))[0]).toMatchObject({ read: true, starredAt: null })
    expect((await database.run('user.get', undefined as never))?.row).toMatchObject({ name: 'Ada Lovelace' })
  })
})

test('twenty kills in mid-write lose no acknowledged write and damage nothing', async () => {
  const path = newPath()
  const acknowledged = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const from = Math.max(-1, ...acknowledged) + 1
    for (const number of await killedWriter(path, from, 3 + ((round * 7) % 23))) acknowledged.add(number)
  }
  expect(acknowledged.size).toBeGreaterThan(60)
  await visited(path, async (database, notices) => {
    expect(notices).toEqual([])
    const stored = new Set((await database.run('outbox.all', undefined as never)).map((row) => row.id))
    const heads = new Set(
      (
        await database.run(
          'entries.heads',
          [...acknowledged].map((n) => `e${n}`),
        )
      ).map((head) => head.id),
    )
    // The writer has two changes accepted before it acknowledges the third; the state of the last ones is unknown.
    const isSettled = (number: number) => number % 3 < 2
    const last = Math.max(...acknowledged) - 1
    expect(
      [...acknowledged].filter(
        (number) =>
          !heads.has(`e${number}`) || (number < last && stored.has(`c${number}`) === isSettled(number)),
      ),
    ).toEqual([])
    const unread = await database.run('timeline.page', {
      of: { feedIds: ['f1'] },
      unreadOnly: true,
      after: null,
      limit: 100_000,
    })
    const unreadIds = new Set(unread.ids)
    expect(unreadIds.size).toBeGreaterThan(0)
    expect([...acknowledged].filter((number) => unreadIds.has(`e${number}`))).toEqual([])
  })
}, 120_000)

/** Starts a writer, waits for a number of acknowledgements and kills it. Returns all acknowledged numbers. */
function killedWriter(path: string, from: number, after: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'endless-writer.sample.ts')
    const child = spawn(process.execPath, [script, path, String(from)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let message = ''
    child.stdout.on('data', (data: Buffer) => {
      message += data.toString()
      if (message.split('\n').length > after) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code !== null) reject(new Error(`The writer ended by itself with ${code}`))
      // A last line without its end may be half a number.
      resolve(
        message
          .slice(0, message.lastIndexOf('\n') + 1)
          .split('\n')
          .filter(Boolean)
          .map(Number),
      )
    })
  })
}

test('a search before indexing is notified when the index is complete', async () => {
  await visited(newPath(), async (database, notices) => {
    const look = () => database.run('entries.search', { text: 'puffin', limit: 5 })
    const notifications = () =>
      notices.some((notice) => notice.is === 'changed' && notice.nouns.includes('words'))
    await database.run('entries.put', [entry({ id: 'e1', title: 'A puffin at last' })])
    expect(notifications()).toBe(false)
    await expect.poll(notifications).toBe(true)
    expect((await look()).map(({ id }) => id)).toEqual(['e1'])
  })
})

test('a long WAL of a killed tab is checkpointed when idle: no later start reads it again', async () => {
  const [path, left] = [newPath(), newPath()]
  const content = 'word '.repeat(2000)
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: `e${index}`, content: content + index }))
  const wal = () => statSync(join(left, 'follow.db-wal')).size
  await visited(path, async (database) => {
    await database.run(
      'entries.put',
      rows.map(({ id }) => entry({ id })),
    )
    await database.run('entries.putContents', rows)
    cpSync(path, left, { recursive: true })
  })
  expect(wal()).toBeGreaterThan(512 * 1024)
  await visited(left, async () => await expect.poll(wal).toBe(0), { restMs: 0 })
  const stored = await visited(left, (database) => database.run('entries.body', 'e99'))
  expect(stored?.content).toBe(rows[99]?.content)
})

test('a full disk is reported with a message, loses nothing, and work continues when there is space again', async () => {
  const path = newPath()
  const disk = { full: false }
  const limited = (file: StorageFile): StorageFile => ({
    ...file,
    write: (bytes, location) => {
      if (disk.full) throw Object.assign(new Error('no space'), { name: 'QuotaExceededError' })
      return file.write(bytes, location)
    },
  })
  const limitedFolder = (folder: Folder): Folder => ({
    ...folder,
    outbox: limited(folder.outbox),
    files: {
      '': limited(folder.files['']),
      '-journal': limited(folder.files['-journal']),
      '-wal': limited(folder.files['-wal']),
    },
  })
  await visited(
    path,
    async (database, notices) => {
      await database.run('unread.put', { f1: 1 })
      disk.full = true
      await expect(database.run('unread.put', { f1: 2 })).rejects.toThrow('database or disk is full')
      await expect(database.run('outbox.begin', change('c1'))).rejects.toThrow('no space')
      disk.full = false
      expect(await database.run('unread.all', undefined as never)).toEqual({ f1: 1 })
      expect(await database.run('outbox.all', undefined as never)).toEqual([])
      await database.run('unread.put', { f1: 3 })
      await database.run('outbox.begin', change('c2'))
      expect(notices.filter((notice) => notice.is !== 'changed')).toEqual([])
    },
    { folder: limitedFolder },
  )
  await visited(path, async (database) => {
    expect(await database.run('unread.all', undefined as never)).toEqual({ f1: 3 })
    expect((await database.run('outbox.all', undefined as never)).map((row) => row.id)).toEqual(['c2'])
  })
})

test('a file with a broken head is set aside and built anew, with the unsent changes in it', async () => {
  const path = newPath()
  await visited(path, async (database) => {
    await database.run('entries.put', [entry({ id: 'e1' })])
    await database.run('outbox.begin', change('c1'))
    await database.run('outbox.begin', change('c2'))
    await database.run('outbox.accepted', ['c1'])
  })
  const bytes = readFileSync(join(path, 'follow.db'))
  bytes.fill('broken', 0, 100)
  writeFileSync(join(path, 'follow.db'), bytes)

  await visited(path, async (database, notices) => {
    expect(notices).toEqual([{ is: 'rebuilt', reason: expect.stringContaining('not a database') }])
    expect(await database.run('outbox.all', undefined as never)).toMatchObject([change('c2')])
    // The change is applied to the entry as soon as that is stored again.
    await database.run('entries.put', [entry({ id: 'e1', read: false })])
    expect(await database.run('timeline.unreadCounts', undefined as never)).toEqual({})
  })
  expect(readFileSync(join(path, 'follow.db.broken')).equals(bytes)).toBe(true)
})

test('a file that is damaged while in use is built anew, and the call that met it is answered', async () => {
  const path = newPath()
  const many = Array.from({ length: 400 }, (_, index) =>
    entry({ id: `e${index}`, content: 'x'.repeat(4000) }),
  )
  await visited(path, async (database) => {
    await database.run('entries.put', many)
    await database.run('outbox.begin', change('c1'))
    await database.run('database.export', undefined as never)
  })
  const bytes = readFileSync(join(path, 'follow.db'))
  bytes.fill(0xab, 4096 * 40)
  writeFileSync(join(path, 'follow.db'), bytes)
  await visited(path, async (database, notices) => {
    await database.run(
      'entries.putContents',
      many.map(({ id }) => ({ id, content: 'newer' })),
    )
    for (const { id } of many) await database.run('entries.body', id)
    await database.run('entries.put', many)
    expect(notices.filter((notice) => notice.is !== 'changed')).toEqual([
      { is: 'rebuilt', reason: expect.stringContaining('malformed') },
    ])
    expect(await database.run('outbox.all', undefined as never)).toMatchObject([change('c1')])
    expect(
      (
        await database.run(
          'entries.heads',
          many.map(({ id }) => id),
        )
      ).length,
    ).toBe(400)
  })
})

test('a failing migration leaves nothing half done: all is built anew and the unsent changes stay', async () => {
  const path = newPath()
  await visited(
    path,
    async (database) => {
      await database.run('entries.put', [entry({ id: 'e1' })])
      await database.run('outbox.begin', change('c1'))
    },
    { migrations: localMigrations },
  )
  const fate = { left: 1 }
  const failingOnce: Migrations = {
    ...localMigrations,
    '9999-trouble': {
      up: async (db) => {
        await db.schema.createTable('halfDone').addColumn('id', 'text').execute()
        if (fate.left-- > 0) throw new Error('step 31 failed')
      },
    },
  }
  await visited(
    path,
    async (database, notices) => {
      expect(notices).toEqual([{ is: 'rebuilt', reason: 'step 31 failed' }])
      expect(await database.run('outbox.all', undefined as never)).toMatchObject([change('c1')])
      expect(await database.run('entries.heads', ['e1'])).toEqual([])
    },
    { migrations: failingOnce },
  )
  expect(readFileSync(join(path, 'follow.db.broken')).includes('halfDone')).toBe(false)
})

test('when rebuilding fails as well, the database is in memory and the unsent changes stay on disk', async () => {
  const path = newPath()
  await visited(path, (database) => database.run('outbox.begin', change('c1')))
  const fate = { left: 2 }
  const failingTwice: Migrations = {
    ...localMigrations,
    '0031-trouble': {
      up: async () => {
        if (fate.left-- > 0) throw new Error('step 31 failed')
      },
    },
  }
  await visited(
    path,
    async (database, notices) => {
      expect(notices.map((notice) => notice.is)).toEqual(['memory'])
      expect(database.persistent).toBe(false)
      await database.run('outbox.begin', change('c2'))
      expect((await database.run('outbox.all', undefined as never)).map((row) => row.id)).toEqual([
        'c1',
        'c2',
      ])
    },
    { migrations: failingTwice },
  )
  await visited(path, async (database) => {
    expect((await database.run('outbox.all', undefined as never)).map((row) => row.id)).toEqual(['c1', 'c2'])
  })
})

test('what an earlier version had not sent is taken over, from its file and from its table', async () => {
  const path = newPath()
  const read = change('c1')
  const effectless: OutboxRow = { ...change('c2'), noun: 'lists', name: 'lists.create', effect: null }
  const onlyInTable: OutboxRow = {
    ...change('c3'),
    effect: { do: 'star', entryId: 'e2', starredAt: 5, view: 0 },
  }
  await inEarlierDatabase(path, (raw, folder) => {
    const file = [{ begun: change('c0') }, { begun: read }, { ended: 'c0' }, { begun: effectless }]
    folder.outbox.write(new TextEncoder().encode(file.map((line) => `${JSON.stringify(line)}\n`).join('')), {
      at: 0,
    })
    for (const { id, noun, name, args, effect, at } of [read, effectless, onlyInTable])
      raw.run(
        `insert into "outbox" ("id", "noun", "name", "args", "effect", "at", "flipped") values (?, ?, ?, ?, ?, ?, ?)`,
        [id, noun, name, JSON.stringify(args), effect && JSON.stringify(effect), at, '{"feed1":1}'],
      )
  })
  for (const _ of ['the first start', 'the next one'])
    await visited(path, async (database, notices) => {
      expect(notices).toEqual([])
      expect(await database.run('outbox.all', undefined)).toEqual([
        { ...read, unreadDelta: { feed1: 1 } },
        { ...effectless, unreadDelta: {} },
        { ...onlyInTable, unreadDelta: { feed1: 1 } },
      ])
      await database.run('entries.put', [entry({ id: 'e1' }), entry({ id: 'e2' })])
      expect(await shown(database)).toEqual({ entries: 2, read: 1, starred: 1 })
    })
  await visited(path, async (database) => {
    await database.run('outbox.accepted', ['c1', 'c2', 'c3'])
    expect(await database.run('outbox.all', undefined)).toEqual([])
  })
  expect(statSync(join(path, 'follow.db-outbox')).size).toBe(0)
})

test('a damaged database of an earlier version is built anew with what had not been sent', async () => {
  const path = newPath()
  await inEarlierDatabase(path, (_, folder) => openOutboxFile(folder.outbox).add(change('c1')))
  writeFileSync(join(path, 'follow.db'), 'broken'.repeat(1000))
  await visited(path, async (database, notices) => {
    expect(notices).toEqual([{ is: 'rebuilt', reason: expect.stringContaining('not a database') }])
    expect(await database.run('outbox.all', undefined)).toMatchObject([change('c1')])
  })
})

const earlierMigrations = Object.fromEntries(
  Object.entries(localMigrations).filter(([name]) => name < '0039'),
) as Migrations

/** Counts of feed f1, pending changes counted in. */
const shown = async (database: LocalDatabase) =>
  (await database.run('feeds.statistics', undefined)).feeds['f1']

/** Works on files of a version before migration 39. */
async function inEarlierDatabase(
  path: string,
  work: (raw: Database, folder: Folder) => unknown,
): Promise<void> {
  const folder = nodeFolder(path)
  const { raw, close } = (await nodeSqlite()).open(folder.files)
  configure(raw)
  await migrate(raw, migrationSource(earlierMigrations))
  work(raw, folder)
  close()
  closeFiles(folder)
}

test('after a kill between the file and the database, what shows follows the file, in its order', async () => {
  const path = newPath()
  const read = change('read')
  const unread: OutboxRow = { ...change('unread'), effect: { do: 'read', entryIds: ['e1'], read: false } }
  const star: OutboxRow = {
    ...change('star'),
    effect: { do: 'star', entryId: 'e1', starredAt: 5, view: 0 },
  }
  await visited(path, async (database) => {
    await database.run('entries.put', [entry({ id: 'e1', read: false })])
    await database.run('outbox.begin', unread)
    await database.run('outbox.begin', change('gone'))
  })
  // Its first change was accepted and had not left the file, its last was not in the database, `gone` was refused.
  const folder = nodeFolder(path)
  folder.outbox.truncate(0)
  const outbox = openOutboxFile(folder.outbox)
  for (const row of [read, unread, star]) outbox.add(row)
  closeFiles(folder)
  await visited(path, async (database) => {
    expect((await database.run('outbox.all', undefined)).map(({ id }) => id)).toEqual([
      'read',
      'unread',
      'star',
    ])
    expect(await shown(database)).toEqual({ entries: 1, read: 0, starred: 1 })
    await database.run('outbox.refused', ['star'])
    expect(await shown(database)).toEqual({ entries: 1, read: 0, starred: 0 })
    await database.run('outbox.accepted', ['read', 'unread'])
    expect(await shown(database)).toEqual({ entries: 1, read: 0, starred: 0 })
  })
})

test('a change that is added again after it was sent, or refused, stays settled', async () => {
  const path = newPath()
  await visited(path, async (database, notices) => {
    for (const id of ['pending', 'sent', 'refused']) await database.run('outbox.begin', change(id))
    await database.run('outbox.accepted', ['sent'])
    await database.run('outbox.refused', ['refused'])
    const notifications = notices.length
    for (const id of ['sent', 'refused', 'pending']) await database.run('outbox.begin', change(id))
    expect(notices).toHaveLength(notifications)
    expect((await database.run('outbox.all', undefined)).map(({ id }) => id)).toEqual(['pending'])
  })
  await visited(path, async (database) => {
    await database.run('outbox.begin', change('sent'))
    await database.run('outbox.accepted', ['pending'])
    await database.run('outbox.begin', change('pending'))
    expect(await database.run('outbox.all', undefined)).toEqual([])
  })
})

test('a change whose step a kill kept out of the journal gets it when it is added again, once', async () => {
  const path = newPath()
  const journal: JournalWrite = {
    row: { id: 'c1', at: 1, title: { key: 'k', values: {} }, origin: 'command', group: null, command: null },
    change: { id: 'c1', undo: { name: 'n', args: 1 }, redo: null },
  }
  const folder = nodeFolder(path)
  openOutboxFile(folder.outbox).add(change('c1'))
  closeFiles(folder)
  await visited(path, async (database) => {
    for (const _ of [1, 2]) await database.run('outbox.begin', { ...change('c1'), journal })
    expect((await database.run('journal.undo', { id: null, at: 2 }))?.changes).toMatchObject([{ id: 'c1' }])
    expect(await database.run('journal.undo', { id: null, at: 3 })).toBeNull()
  })
})

test('the file of an earlier version is opened with its rows, and its steps go on where they ended', async () => {
  const path = newPath()
  const packed = join(import.meta.dirname, '../../../tests/fixtures/databases/follow-0030.db.gz')
  writeFileSync(join(path, 'follow.db'), gunzipSync(readFileSync(packed)))
  const isNew: boolean[] = []
  const source: MigrationSource = {
    ...localMigrationSource,
    load: (how) => {
      isNew.push(how)
      return localMigrationSource.load(how)
    },
  }
  const visit = () =>
    visited(
      path,
      async (database, notices) => {
        const heads = await database.run('entries.heads', ['e1', 'e2'])
        expect(heads.map(({ title }) => title).toSorted()).toEqual(['Entry 1', 'Entry 2'])
        const unsent = await database.run('outbox.all', undefined as never)
        expect(unsent.map(({ id }) => id)).toEqual(['o1'])
        expect(notices.filter((notice) => notice.is !== 'changed')).toEqual([])
      },
      { source },
    )
  await visit()
  await visit()
  expect(isNew).toEqual([false])
})

test('a tab of an older version leaves a newer file as it is', async () => {
  const path = newPath()
  const newer: Migrations = { ...localMigrations, '0031-later': { up: async () => undefined } }
  await visited(path, (database) => database.run('unread.put', { f1: 7 }), { migrations: newer })
  await visited(path, async (database, notices) => {
    expect(notices).toEqual([{ is: 'memory', reason: expect.stringContaining('newer version') }])
    expect(await database.run('unread.all', undefined as never)).toEqual({})
  })
  await visited(
    path,
    async (database) => expect(await database.run('unread.all', undefined as never)).toEqual({ f1: 7 }),
    { migrations: newer },
  )
})

test('simultaneous writes run one after another', async () => {
  await visited(newPath(), async (database) => {
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(numbers.map((at) => database.run('outbox.begin', { ...change(`c${at}`), at })))
    expect((await database.run('outbox.all', undefined as never)).map((row) => row.at)).toEqual(numbers)
  })
})

test('another user finds nothing of the previous one, unsent changes included', async () => {
  const path = newPath()
  await visited(path, async (database) => {
    expect(
      await database.run('user.take', { id: 'u1', row: { name: 'One', emailVerified: true, extra: 1 } }),
    ).toEqual({ wiped: false })
    await database.run('entries.put', [entry({ id: 'e1', title: 'secret' })])
    await database.run('outbox.begin', change('c1'))
    expect(await database.run('user.take', { id: 'u1', row: { name: 'One' } })).toEqual({ wiped: false })
    expect(await database.run('user.take', { id: 'u2', row: { name: 'Two' } })).toEqual({ wiped: true })
  })
  await visited(path, async (database) => {
    expect(await database.run('outbox.all', undefined as never)).toEqual([])
    expect(await database.run('entries.heads', ['e1'])).toEqual([])
    expect(await database.run('entries.search', { text: 'secret', limit: 5 })).toEqual([])
    expect((await database.run('user.get', undefined as never))?.id).toBe('u2')
  })
})

test('changes of one user are never those of the next, although the database was lost in between', async () => {
  const path = newPath()
  await visited(path, async (database) => {
    await database.run('user.take', { id: 'u1', row: {} })
    for (const id of ['c1', 'c2']) await database.run('outbox.begin', change(id))
    await database.run('outbox.accepted', ['c1'])
  })
  writeFileSync(join(path, 'follow.db'), 'broken'.repeat(1000))
  await visited(path, async (database) => {
    expect((await database.run('outbox.all', undefined)).map(({ id }) => id)).toEqual(['c2'])
    await database.run('user.take', { id: 'u1', row: {} })
    expect((await database.run('outbox.all', undefined)).map(({ id }) => id)).toEqual(['c2'])
  })
  writeFileSync(join(path, 'follow.db'), 'broken'.repeat(1000))
  await visited(path, async (database) => {
    await database.run('user.take', { id: 'u2', row: {} })
    expect(await database.run('outbox.all', undefined)).toEqual([])
    await database.run('outbox.begin', change('c3'))
  })
  await visited(path, async (database) => {
    await database.run('user.take', { id: 'u2', row: {} })
    expect((await database.run('outbox.all', undefined)).map(({ id }) => id)).toEqual(['c3'])
  })
})

test('the file contains no text of the previous user', async () => {
  const path = newPath()
  const text = () =>
    readdirSync(path)
      .map((name) => readFileSync(join(path, name), 'latin1'))
      .join()
  await visited(path, async (database) => {
    await database.run('user.take', { id: 'u1', row: { name: 'One' } })
    const entries = Array.from({ length: 200 }, (_, n) =>
      entry({ id: `e${n}`, title: `Private thought ${n}`, content: `<p>Private thought ${n}</p>` }),
    )
    await database.run('entries.put', entries)
    expect(text()).toContain('Private thought')
    await database.run('user.take', { id: 'u2', row: { name: 'Two' } })
    expect(text()).not.toContain('Private thought')
  })
})

test('clearing the database keeps the unsent changes', async () => {
  await visited(newPath(), async (database) => {
    await database.run('entries.put', [entry({ id: 'e1' })])
    await database.run('outbox.begin', change('c1'))
    await database.run('database.reset', undefined as never)
    expect(await database.run('entries.heads', ['e1'])).toEqual([])
    expect(await database.run('outbox.all', undefined as never)).toMatchObject([change('c1')])
  })
})

test('with storage turned off nothing is on disk but unsent changes, and turning it on stores again', async () => {
  const path = newPath()
  const text = () =>
    readdirSync(path)
      .map((name) => readFileSync(join(path, name)).toString('latin1'))
      .join('')
  await visited(path, async (database, notices) => {
    await database.run('entries.put', [entry({ id: 'e1', title: 'Stored once' })])
    await database.run('outbox.begin', change('c1'))
    await database.run('database.configure', { persistent: false, maxEntries: 1000 })
    expect(database.persistent).toBe(false)
    expect(notices).toContainEqual(expect.objectContaining({ is: 'memory', chosen: true }))
    expect(await database.run('entries.heads', ['e1'])).toEqual([])
    expect(await database.run('outbox.all', undefined)).toMatchObject([{ id: 'c1' }])
    await database.run('entries.put', [entry({ id: 'e2', title: 'Never stored' })])
    expect(text()).not.toContain('Stored once')
    expect(text()).not.toContain('Never stored')
    // Again, as another tab does.
    await database.run('database.configure', { persistent: false, maxEntries: 1000 })
    expect(await database.run('entries.heads', ['e2'])).toHaveLength(1)
  })
  await visited(path, async (database) => {
    expect(await database.run('outbox.all', undefined)).toMatchObject([{ id: 'c1' }])
    await database.run('database.configure', { persistent: false, maxEntries: 1000 })
    await database.run('database.configure', { persistent: true, maxEntries: 1000 })
    expect(database.persistent).toBe(true)
    await database.run('entries.put', [entry({ id: 'e3', title: 'Stored again' })])
  })
  await visited(path, async (database) => {
    expect(await database.run('entries.heads', ['e3'])).toHaveLength(1)
  })
})

test('calls that arrive while storage is turned off wait until the other database is open', async () => {
  let loading = Promise.resolve()
  const source = {
    ...localMigrationSource,
    load: (isNew: boolean) => loading.then(() => localMigrationSource.load(isNew)),
  }
  await visited(
    newPath(),
    async (database) => {
      const fetched = Promise.withResolvers<void>()
      loading = fetched.promise
      const configured = database.run('database.configure', { persistent: false, maxEntries: 1000 })
      await new Promise(setImmediate)
      const taken = database.run('user.take', { id: 'ada', row: {} })
      fetched.resolve()
      await configured
      expect(await taken).toEqual({ wiped: false })
      expect(await database.run('user.get', undefined)).toMatchObject({ id: 'ada' })
    },
    { source },
  )
})

test('a lower limit of entries removes the oldest at once', async () => {
  await visited(
    newPath(),
    async (database) => {
      const ids = Array.from({ length: 30 }, (_, n) => `e${n}`)
      await database.run(
        'entries.put',
        ids.map((id, n) => entry({ id, publishedAt: n })),
      )
      await database.run('database.configure', { persistent: true, maxEntries: 10 })
      await expect.poll(async () => (await database.run('entries.heads', ids)).length).toBe(10)
      expect(await database.run('entries.heads', ['e29'])).toHaveLength(1)
    },
    { restMs: 100_000 },
  )
})
