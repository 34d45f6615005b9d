import { afterEach, describe, expect, test } from 'vitest'
import { openTestStorage } from '../../../tests/support/storage.ts'
import { createLog } from '../log.ts'
import type { Storage } from '../storage/open.ts'
import { claim, enqueue } from './jobs.ts'
import { createRunner, type Queues, type Runner } from './runner.ts'

let storage: Storage
let runner: Runner
afterEach(async () => {
  await runner.stop(100)
  await storage.close()
})

async function running(queues: Queues, now = Date.now) {
  storage = await openTestStorage()
  runner = createRunner({ storage, log: createLog('silent'), now, queues })
  return { rows: () => storage.db.selectFrom('jobs').selectAll().orderBy('key').execute() }
}

describe('a runner', () => {
  test('runs every job of its queue once, no more at a time than allowed', async () => {
    const ran: unknown[] = []
    let [now, most] = [0, 0]
    const run = async ({ payload }: { payload: unknown }) => {
      most = Math.max(most, ++now)
      await new Promise((done) => setTimeout(done, 5))
      now--
      ran.push(payload)
    }
    const { rows } = await running({ mail: { concurrency: 3, run } })
    for (let n = 0; n < 12; n++) await enqueue(storage, 'mail', `m${n}`, n, n)
    await runner.start()
    await expect.poll(() => ran).toHaveLength(12)
    expect(new Set(ran).size).toBe(12)
    expect(most).toBe(3)
    await expect.poll(rows).toEqual([])
  })

  test('does at once what a killed process had in hand', async () => {
    const ran: unknown[] = []
    await running({ mail: { run: async ({ key }) => void ran.push(key) } })
    await enqueue(storage, 'mail', 'half done', null, 0)
    await claim(storage, 'mail', { count: 1, leaseMs: 3_600_000, now: Date.now() })
    await runner.start()
    await expect.poll(() => ran).toEqual(['half done'])
  })

  test('retries a failed job later and continues with the others', async () => {
    const ran: unknown[] = []
    const { rows } = await running({
      mail: {
        run: async ({ key }) => {
          ran.push(key)
          if (key === 'bad') throw new Error('no such address')
        },
      },
    })
    await enqueue(storage, 'mail', 'bad', null, 0)
    await enqueue(storage, 'mail', 'good', null, 1)
    await runner.start()
    await expect.poll(() => ran).toEqual(['bad', 'good'])
    await expect.poll(rows).toMatchObject([{ key: 'bad', attempts: 1, lease: 0 }])
  })

  test('runs a periodic job now and again when its time has come', async () => {
    let clock = 1_000_000
    const rounds: number[] = []
    const { rows } = await running(
      { clean: { every: 60_000, run: async () => void rounds.push(clock) } },
      () => clock,
    )
    await runner.start()
    await expect.poll(rows).toMatchObject([{ runAt: 1_060_000, lease: 0 }])
    clock += 60_000
    runner.wake()
    await expect.poll(rows).toMatchObject([{ runAt: 1_120_000 }])
    expect(rounds).toEqual([1_000_000, 1_060_000])
  })

  test('that stops waits for what runs', async () => {
    let ended = false
    const started = Promise.withResolvers<void>()
    const { rows } = await running({
      mail: {
        run: async () => {
          started.resolve()
          await new Promise((done) => setTimeout(done, 50))
          ended = true
        },
      },
    })
    await enqueue(storage, 'mail', 'a', null, 0)
    await runner.start()
    await started.promise
    await runner.stop(5000)
    expect(ended).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('that stops puts back what does not end, as if it had never been tried', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    const { rows } = await running({
      mail: {
        run: (_job, signal) => {
          started.resolve(signal)
          return new Promise(() => undefined)
        },
      },
    })
    await enqueue(storage, 'mail', 'a', null, 0)
    await runner.start()
    const signal = await started.promise
    await runner.stop(20)
    expect(signal.aborted).toBe(true)
    expect(await rows()).toMatchObject([{ key: 'a', attempts: 0, lease: 0 }])
  })
})
