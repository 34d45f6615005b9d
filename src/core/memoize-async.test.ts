import { expect, test } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

test('concurrent calls share one fetch', async () => {
  let fetches = 0
  const ask = memoizeAsync(async () => (fetches += 1))
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
})

test('a failure rejects all pending calls and is not cached', async () => {
  let fetches = 0
  const ask = memoizeAsync(async () => {
    fetches += 1
    if (fetches === 1) throw new Error('offline')
    return fetches
  })
  const first = await Promise.allSettled([ask(), ask()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(2)
})
