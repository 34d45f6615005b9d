/** Many connections to one PostgreSQL; needs LECTERN_TEST_DATABASE_URL. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from '../../../tests/support/postgres.ts'
import { openStorage, type Storage } from '../storage/open.ts'
import { createLeaseLocks } from './lease-locks.ts'

const PROCESSES = 6
const HANDS = 12
const TURNS = 25
const NAMES = Array.from({ length: 10 }, (_, at) => `site 0 ${at}.example`)

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])('leases at once on PostgreSQL', () => {
  let database: OwnDatabase
  const storages: Storage[] = []
  beforeAll(async () => {
    database = await createOwnDatabase()
    for (let at = 0; at < PROCESSES; at += 1) storages.push(await openStorage({ url: database.url, dir: '' }))
  }, 60_000)
  afterAll(async () => {
    await Promise.all(storages.map((storage) => storage.close()))
    await database.drop()
  })

  test('no two processes have a lease together, and none waits for the other in a circle', async () => {
    const holders = new Map<string, number>()
    const answers = { acquired: 0, unreachable: 0, lost: 0 }
    let most = 0
    const all = storages.map((storage, process) =>
      createLeaseLocks(storage, { owner: `process ${process}`, ms: 60_000 }),
    )
    const renewing = setInterval(() => {
      for (const locks of all)
        void locks.renew().then(
          (lost) => (answers.lost += lost.length),
          () => (answers.unreachable += 1),
        )
    }, 15)
    const hand = async (locks: (typeof all)[number]): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const name = NAMES[Math.floor(Math.random() * NAMES.length)] ?? ''
        const ours = await locks.take(name)
        if (ours === null) answers.unreachable += 1
        if (!ours) continue
        answers.acquired += 1
        holders.set(name, (holders.get(name) ?? 0) + 1)
        most = Math.max(most, holders.get(name) ?? 0)
        await pause(Math.random() * 10)
        holders.set(name, (holders.get(name) ?? 0) - 1)
        locks.give(name)
      }
    }
    await Promise.all(all.flatMap((locks) => Array.from({ length: HANDS }, () => hand(locks))))
    clearInterval(renewing)
    await Promise.all(all.map((locks) => locks.close()))
    expect(most).toBe(1)
    expect(answers.acquired).toBeGreaterThan(NAMES.length)
    // A deadlock is an error of the statement that PostgreSQL ends.
    expect({ ...answers, acquired: 0 }).toEqual({ acquired: 0, unreachable: 0, lost: 0 })
    expect(await storages[0]?.db.selectFrom('leases').selectAll().execute()).toEqual([])
  }, 60_000)
})
