import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { kinds, openTestStorage } from '../../../tests/support/storage.ts'
import { createLog } from '../log.ts'
import type { Storage } from '../storage/open.ts'
import { createLeaseLocks } from './lease-locks.ts'
import { acquireProcessLease } from './process-lease.ts'

const LONG_MS = 60_000
const SHORT_MS = 60
const WAIT_MS = 4000

/** The 12 bits of the process. */
const nodeOf = (id: string): number => Number((BigInt(id) >> 10n) & 4095n)

describe.each(kinds)('leases on %s', (kind) => {
  let storage: Storage
  const log = createLog('silent')
  beforeEach(async () => {
    storage = await openTestStorage(kind)
  })
  afterEach(() => storage.close())
  const rows = () => storage.db.selectFrom('leases').selectAll().orderBy('name').execute()
  const expire = () => storage.db.updateTable('leases').set({ expiresAt: 1 }).execute()
  const locksOf = (owner: string) => createLeaseLocks(storage, { owner, ms: LONG_MS })

  test('of two that ask at once one acquires a lease, and the other when it is released', async () => {
    const [first, second] = [locksOf('first'), locksOf('second')]
    const answers = await Promise.all([first.take('a'), second.take('a')])
    expect(answers.toSorted()).toEqual([false, true])
    const [holder, other] = answers[0] ? [first, second] : [second, first]
    expect(await holder.take('a')).toBe(false)
    holder.give('a')
    await vi.waitFor(async () => expect(await other.take('a')).toBe(true), WAIT_MS)
    await other.close()
    expect(await rows()).toEqual([])
  })

  test('requests of one moment are answered one by one', async () => {
    const [first, second] = [locksOf('first'), locksOf('second')]
    await second.take('b')
    expect(await Promise.all(['a', 'b', 'c', 'a'].map((name) => first.take(name)))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect((await rows()).map(({ name, owner }) => `${name} ${owner}`)).toEqual([
      'a first',
      'b second',
      'c first',
    ])
  })

  test('a lease that nobody renews is acquired by another, and its former holder releases nothing', async () => {
    const [dead, other] = [locksOf('dead'), locksOf('other')]
    expect(await dead.take('a')).toBe(true)
    expect(await other.take('a')).toBe(false)
    await expire()
    expect(await other.take('a')).toBe(true)
    expect(await dead.renew()).toEqual(['a'])
    dead.give('a')
    await dead.close()
    expect(await rows()).toMatchObject([{ name: 'a', owner: 'other' }])
  })

  test('a lease that is renewed lasts', async () => {
    const locks = locksOf('first')
    await locks.take('a')
    const [before] = await rows()
    expect((before?.expiresAt ?? 0) - (before?.renewedAt ?? 0)).toBe(LONG_MS)
    await expire()
    expect(await locks.renew()).toEqual([])
    const [after] = await rows()
    expect(after?.token).toBe(before?.token)
    expect(after?.expiresAt).toBeGreaterThanOrEqual(before?.expiresAt ?? Infinity)
    expect(await locksOf('second').take('a')).toBe(false)
  })

  test('each process has a number of its own, and leaves nothing behind', async () => {
    const leases = await Promise.all(Array.from({ length: 5 }, () => acquireProcessLease(storage, log)))
    expect(new Set(leases.map(({ newId }) => nodeOf(newId()))).size).toBe(5)
    expect(await rows()).toHaveLength(5)
    await leases[0]?.turn('a.example', async () => expect(await rows()).toHaveLength(6))
    await Promise.all(leases.map((lease) => lease.close()))
    expect(await rows()).toEqual([])
  })

  test('a process whose number another has acquired continues under a third', async () => {
    const lease = await acquireProcessLease(storage, log, SHORT_MS)
    const number = nodeOf(lease.newId())
    await storage.db.updateTable('leases').set({ token: 'of another', expiresAt: 4e12 }).execute()
    await vi.waitFor(() => expect(nodeOf(lease.newId())).not.toBe(number), WAIT_MS)
    expect(await rows()).toHaveLength(2)
    await lease.close()
    expect(await rows()).toMatchObject([{ name: `process ${number}`, token: 'of another' }])
  })

  test('numbers of dead processes are acquired last', async () => {
    const numbers = Array.from({ length: 4096 }, (_, number) => number).filter((number) => number !== 7)
    for (let at = 0; at < numbers.length; at += 1000) {
      const part = numbers.slice(at, at + 1000)
      const dead = (number: number) => ({
        name: `process ${number}`,
        owner: 'dead',
        token: `${number}`,
        renewedAt: 0,
        expiresAt: number === 9 ? 1 : 2,
      })
      await storage.db.insertInto('leases').values(part.map(dead)).execute()
    }
    const [first, second] = [await acquireProcessLease(storage, log), await acquireProcessLease(storage, log)]
    expect([nodeOf(first.newId()), nodeOf(second.newId())]).toEqual([7, 9])
    await Promise.all([first.close(), second.close()])
  })

  test('without the database the work at a site is done all the same', async () => {
    const lease = await acquireProcessLease(storage, log)
    await storage.db.schema.dropTable('leases').execute()
    expect(await lease.turn('a.example', async () => 'done')).toBe('done')
    await lease.close()
  })
})
