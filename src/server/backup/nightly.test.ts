import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seedEntries, seedFeed } from '../../../tests/support/library.ts'
import { kinds, openTestStorage, type TestKind } from '../../../tests/support/storage.ts'
import { createLog } from '../log.ts'
import { latestBackups, latestGoodBackup } from '../storage/processes/backups.ts'
import { openStorage, type Storage } from '../storage/open.ts'
import { backup } from './backup.ts'
import { createMigrate } from './migrate.ts'
import { nightlyBackups, type MakeBackup } from './nightly.ts'
import { rehearse } from './rehearse.ts'

const EVENING = Date.UTC(2026, 10, 20, 22)
const HOUR = 3_600_000
const DAY = 24 * HOUR

let dir: string
let storage: Storage
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-nightly-'))
})
afterEach(async () => {
  await storage.close()
  rmSync(dir, { recursive: true, force: true })
})

/** The queue, and the names of the files that were made. */
function nightly(input: { make?: MakeBackup; now: () => number; keep?: number }) {
  const made: string[] = []
  const make: MakeBackup = async (path, signal) => {
    made.push(path.slice(path.lastIndexOf('/') + 1))
    writeFileSync(path, 'a backup')
    return input.make?.(path, signal) ?? { message: null, rows: 3, bytes: 8 }
  }
  const config = { BACKUP_DIR: dir, BACKUP_HOUR: 3, BACKUP_KEEP_DAYS: input.keep ?? 7 }
  const queues = nightlyBackups({ storage, now: input.now, log: createLog('silent'), config }, make)
  const job = { queue: 'nightly-backup', key: 'round', payload: null, attempts: 1 }
  const run = () => queues['nightly-backup']?.run(job as never, new AbortController().signal)
  return { made, run }
}

describe.each(kinds)('nightly backups on %s', (kind) => {
  const opened = async () => (storage = await openTestStorage(kind))

  test('are made once a day, from their hour on', async () => {
    await opened()
    let now = EVENING
    const { made, run } = nightly({ now: () => now })
    for (; now < EVENING + 2 * DAY; now += HOUR) await run()
    expect(made).toEqual([
      'lectern-2026-11-20.backup',
      'lectern-2026-11-21.backup',
      'lectern-2026-11-22.backup',
    ])
    expect(await latestBackups(storage, 1)).toMatchObject([
      { day: '2026-11-22', message: null, rows: 3, bytes: 8, finishedAt: Date.UTC(2026, 10, 22, 3) },
    ])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('that fail are reported, and made again', async () => {
    await opened()
    let message: string | null = 'The disk is full.'
    const { made, run } = nightly({ now: () => EVENING, make: async () => ({ message }) })
    await run()
    expect(await latestBackups(storage, 1)).toMatchObject([{ message: 'The disk is full.', rows: null }])
    expect(await latestGoodBackup(storage)).toBeUndefined()
    message = null
    await run()
    expect(made).toHaveLength(2)
    expect(await latestBackups(storage, 9)).toMatchObject([{ message: null }])
  })

  test('of long ago are deleted, but never the newest good one, nor other files', async () => {
    await opened()
    let now = EVENING
    let message: string | null = null
    const { run } = nightly({ now: () => now, keep: 2, make: async () => ({ message }) })
    writeFileSync(join(dir, 'lectern-by-hand.backup'), '')
    writeFileSync(join(dir, 'lectern-2020-01-01.backup'), '')
    for (let day = 0; day < 4; day += 1, now += DAY) await run()
    const names = () => readdirSync(dir).toSorted()
    expect(names()).toEqual([
      'lectern-2026-11-21.backup',
      'lectern-2026-11-22.backup',
      'lectern-2026-11-23.backup',
      'lectern-by-hand.backup',
    ])
    message = 'It cannot be restored.'
    for (let day = 0; day < 9; day += 1, now += DAY) await run()
    expect(names()).toContain('lectern-2026-11-23.backup')
  })
})

describe.each(kinds)('the rehearsal of a restore, from %s', (kind) => {
  const lived = async (of: TestKind) => {
    storage = await openTestStorage(of)
    await (
      await createMigrate()
    )(storage, null)
    await seedEntries(storage, await seedFeed(storage), [{ title: 'One' }, { title: 'Two' }])
    const path = join(dir, 'all.backup')
    writeFileSync(join(dir, 'secret'), 'the secret of this server')
    return { path, saved: await backup(storage, dir, path, EVENING) }
  }

  test('brings every row back, and leaves nothing behind', async () => {
    const { path, saved } = await lived(kind)
    expect(await rehearse(path)).toBe(saved.rows)
    expect(readdirSync(dir).toSorted()).toEqual(['all.backup', 'secret'])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('fails in words where the file is damaged', async () => {
    const { path } = await lived(kind)
    writeFileSync(path, 'nothing of the kind')
    await expect(rehearse(path)).rejects.toThrow(/is not a whole backup/)
    expect(readdirSync(dir).toSorted()).toEqual(['all.backup', 'secret'])
  })
})

test('without a folder there are none', async () => {
  storage = await openTestStorage('sqlite')
  const config = { BACKUP_DIR: '', BACKUP_HOUR: 3, BACKUP_KEEP_DAYS: 7 }
  expect(nightlyBackups({ storage, now: Date.now, log: createLog('silent'), config })).toEqual({})
})

test('a process of its own makes the backup and restores it, while the server has the database open', async () => {
  const data = join(dir, 'data')
  storage = await openStorage({ url: '', dir: data, failed: () => undefined })
  await seedEntries(storage, await seedFeed(storage), [{ title: 'One' }])
  const folder = join(dir, 'backups')
  vi.stubEnv('DATA_DIR', data)
  vi.stubEnv('DATABASE_URL', '')
  try {
    const config = { BACKUP_DIR: folder, BACKUP_HOUR: 0, BACKUP_KEEP_DAYS: 7 }
    const queues = nightlyBackups({ storage, now: () => EVENING, log: createLog('silent'), config })
    await queues['nightly-backup']?.run({} as never, new AbortController().signal)
  } finally {
    vi.unstubAllEnvs()
  }
  const [row] = await latestBackups(storage, 1)
  expect(row?.message).toBeNull()
  expect(row?.rows).toBeGreaterThan(1)
  expect(row?.bytes).toBe(statSync(join(folder, 'lectern-2026-11-20.backup')).size)
  expect(readdirSync(folder)).toEqual(['lectern-2026-11-20.backup'])
  expect(existsSync(join(folder, 'lectern-2026-11-20.backup.part'))).toBe(false)
}, 60_000)
