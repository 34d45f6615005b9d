import { expect, test } from 'vitest'
import { createPendingCalls } from './pending-calls.ts'

test('a response settles its own call, once', async () => {
  const calls = createPendingCalls<string>()
  const [one, two] = [calls.open(), calls.open()]
  calls.resolve(two.id, 'two')
  calls.reject(two.id, new Error('too late'))
  calls.reject(one.id, new Error('refused'))
  calls.resolve(99, 'of no call')
  await expect(one.promise).rejects.toThrow('refused')
  expect(await two.promise).toBe('two')
})

test('at the end each call without a response is settled, and no response counts any more', async () => {
  const calls = createPendingCalls<string>()
  const [one, two, three] = [calls.open(), calls.open(), calls.open()]
  calls.resolve(one.id, 'one')
  calls.settleAll(({ resolve }) => resolve('ended'))
  calls.resolve(two.id, 'two')
  expect(await Promise.all([one.promise, two.promise, three.promise])).toEqual(['one', 'ended', 'ended'])
})
