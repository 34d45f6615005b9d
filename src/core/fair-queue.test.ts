import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Tasks that take time on a fake clock, and the order in which they started. */
function start(options: Omit<Parameters<typeof createFairQueue>[0], 'now'>) {
  let time = 0
  const began: string[] = []
  const open: (() => void)[] = []
  const queue = createFairQueue({ ...options, now: () => time })
  const add = (owner: string, ms = 10, isPatient = false, name = owner) =>
    queue.add(
      owner,
      async () => {
        began.push(name)
        await new Promise<void>((done) => open.push(done))
        time += ms
      },
      { isPatient },
    )
  /** Ends the oldest running one. */
  const end = async () => {
    open.shift()?.()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  const endAll = async () => {
    while (open.length > 0) await end()
  }
  return { add, began, end, endAll }
}

test('another has the next turn, however many one has queued', async () => {
  const { add, began, endAll } = start({ concurrency: 1 })
  for (let at = 0; at < 4; at += 1) void add('ann')
  for (let at = 0; at < 2; at += 1) void add('ben')
  await endAll()
  expect(began.join(' ')).toBe('ann ben ann ben ann ann')
})

test('a turn counts by its time: whoever takes long waits longer', async () => {
  const { add, began, endAll } = start({ concurrency: 1 })
  for (let at = 0; at < 3; at += 1) void add('slow', 1000)
  for (let at = 0; at < 4; at += 1) void add('quick', 10)
  await endAll()
  expect(began.join(' ')).toBe('slow quick quick quick quick slow slow')
})

test('who queues one after another does not keep out who queues many', async () => {
  const { add, began, end } = start({ concurrency: 1 })
  for (let at = 0; at < 9; at += 1) void add('many')
  const oneByOne = async () => {
    for (let at = 0; at < 9; at += 1) await add('one')
  }
  void oneByOne()
  for (let at = 0; at < 10; at += 1) await end()
  expect(began.filter((owner) => owner === 'many').length).toBeGreaterThan(3)
})

test('an owner has a limit of its own', async () => {
  const { add, began, endAll } = start({ concurrency: 3, perOwner: 1 })
  for (let at = 0; at < 3; at += 1) void add('ann')
  void add('ben')
  expect(began).toEqual(['ann', 'ben'])
  await endAll()
  expect(began).toEqual(['ann', 'ben', 'ann', 'ann'])
})

test('the patient let others go first, for a time', async () => {
  const { add, began, endAll } = start({ concurrency: 1, hurryAfterMs: 25 })
  void add('ann')
  void add('crawl', 10, true)
  for (const name of ['a', 'b', 'c', 'd']) void add(name)
  await endAll()
  expect(began.join(' ')).toBe('ann a b crawl c d')
})

test('what is in a hurry goes first also among the works of one owner', async () => {
  const { add, began, endAll } = start({ concurrency: 1 })
  void add('ann', 1, false, 'first')
  void add('ann', 1, true, 'patient')
  void add('ann', 1, false, 'hurried')
  await endAll()
  expect(began).toEqual(['first', 'hurried', 'patient'])
})

test('a work that fails gives its place back', async () => {
  const queue = createFairQueue({ concurrency: 1 })
  await expect(queue.add('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.add('ann', async () => 1)).toBe(1)
})
