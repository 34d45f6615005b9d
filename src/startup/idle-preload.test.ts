// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { preloadWhenIdle } from './idle-preload.ts'

test('tasks run one after another, and one that fails keeps none back', async () => {
  const events: string[] = []
  const first = Promise.withResolvers<void>()
  const done = preloadWhenIdle([
    async () => {
      events.push('first begins')
      await first.promise
      events.push('first ends')
    },
    () => {
      events.push('second')
      throw new TypeError('Failed to fetch')
    },
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => void events.push('last'),
  ])
  await expect.poll(() => events).toEqual(['first begins'])
  first.resolve()
  await done
  expect(events).toEqual(['first begins', 'first ends', 'second', 'last'])
})
