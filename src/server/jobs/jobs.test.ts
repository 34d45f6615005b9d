import { afterEach, describe, expect, test } from 'vitest'
import { kinds, openTestStorage } from '../../../tests/support/storage.ts'
import type { Storage } from '../storage/open.ts'
import { claim, dueQueues, enqueue, finish, renew, reschedule, retry } from './jobs.ts'

const taking = { count: 10, leaseMs: 1000, now: 5000 }

describe.each(kinds)('jobs on %s', (kind) => {
  let storage: Storage
  afterEach(() => storage.close())
  const rows = () => storage.db.selectFrom('jobs').selectAll().execute()

  test('wait until they are due, and the oldest goes first', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'late', { n: 3 }, 6000)
    await enqueue(storage, 'mail', 'second', { n: 2 }, 4000)
    await enqueue(storage, 'mail', 'first', { n: 1 }, 3000)
    await enqueue(storage, 'other', 'first', { n: 9 }, 1000)
    const [first] = await claim(storage, 'mail', { ...taking, count: 1 })
    expect(first).toEqual({ queue: 'mail', key: 'first', payload: { n: 1 }, attempts: 1, lease: 6000 })
    expect((await claim(storage, 'mail', taking)).map(({ key }) => key)).toEqual(['second'])
    expect(await claim(storage, 'mail', taking)).toEqual([])
  })

  test('name the queues that have one to claim, and no other', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'late', 'a', 1, 6000)
    await enqueue(storage, 'taken', 'a', 1, 1000)
    await enqueue(storage, 'mail', 'a', 1, 1000)
    await enqueue(storage, 'mail', 'b', 1, 2000)
    await claim(storage, 'taken', taking)
    expect([...(await dueQueues(storage, 5000))]).toEqual(['mail'])
    expect([...(await dueQueues(storage, 6001))].toSorted()).toEqual(['late', 'mail', 'taken'])
  })

  test('are one under one key, and the first payload stays', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'a', 'first', 1)
    await enqueue(storage, 'mail', 'a', 'again', 2)
    expect((await claim(storage, 'mail', taking)).map(({ payload }) => payload)).toEqual(['first'])
  })

  test('claimed by ten at once are each claimed once', async () => {
    storage = await openTestStorage(kind)
    for (let n = 0; n < 20; n++) await enqueue(storage, 'mail', `m${n}`, n, n)
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claim(storage, 'mail', { ...taking, count: 3 })),
    )
    const keys = claims.flat().map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(20)
  })

  test('are released when their owner dies, and the dead owner can no longer finish them', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'a', 1, 0)
    const [dead] = await claim(storage, 'mail', taking)
    const [alive] = await claim(storage, 'mail', { ...taking, now: 6001 })
    expect(alive?.attempts).toBe(2)
    await finish(storage, dead!)
    expect(await renew(storage, dead!, 99_000)).toBeNull()
    expect(await rows()).toHaveLength(1)
    await finish(storage, alive!)
    expect(await rows()).toEqual([])
  })

  test('in long hands stay there when the lease is renewed', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'a', 1, 0)
    const [job] = await claim(storage, 'mail', taking)
    expect(await renew(storage, job!, 9000)).toMatchObject({ lease: 9000 })
    expect(await claim(storage, 'mail', { ...taking, now: 8000 })).toEqual([])
  })

  test('that fail wait twice as long each time, at most an hour', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'a', 1, 0)
    const [job] = await claim(storage, 'mail', taking)
    await retry(storage, job!, 10_000, 0.5)
    expect(await rows()).toMatchObject([{ runAt: 12_000, lease: 0, attempts: 1 }])
    const [again] = await claim(storage, 'mail', { ...taking, now: 12_000 })
    await retry(storage, { ...again!, attempts: 30 }, 0, 0.5)
    expect(await rows()).toMatchObject([{ runAt: 3_600_000 }])
  })

  test('are put back as if never taken', async () => {
    storage = await openTestStorage(kind)
    await enqueue(storage, 'mail', 'a', 1, 0)
    const [job] = await claim(storage, 'mail', taking)
    await reschedule(storage, job!, { runAt: 5000, attempts: 0 })
    expect(await claim(storage, 'mail', taking)).toMatchObject([{ key: 'a', attempts: 1 }])
  })
})
