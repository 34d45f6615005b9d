import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** @returns when all that waits for nothing has gone on */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('runs no more work than there are permits, urgent work first and equal work in order', async () => {
  const places = createSemaphore(2)
  const began: string[] = []
  let [now, most] = [0, 0]
  const work = (name: string) => async () => {
    began.push(name)
    most = Math.max(most, ++now)
    await settled()
    now -= 1
    return name
  }
  const names = await Promise.all([
    ...['a', 'b', 'c'].map((name) => places.take(0, work(name))),
    places.take(-1, work('late')),
    places.take(0, work('d')),
    places.take(1, work('early')),
  ])
  expect(names).toEqual(['a', 'b', 'c', 'late', 'd', 'early'])
  expect(began).toEqual(['a', 'b', 'early', 'c', 'd', 'late'])
  expect(most).toBe(2)
  expect(places.isEmpty()).toBe(true)
})

test('failed work releases its permit', async () => {
  const places = createSemaphore(1)
  const failing = places.take(0, () => Promise.reject(new Error('no')))
  const after = places.take(0, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('yes')
  expect(places.isEmpty()).toBe(true)
})

/** @returns who is inside, and what lets each out */
function crowded(places: number) {
  const line = createSemaphore(places)
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const come = (name: string) =>
    void line.enter().then((left) => {
      inside.push(name)
      leave.set(name, left)
    })
  return { inside, leave, come }
}

test('permits are acquired in the order of requests, up to the limit', async () => {
  const { inside, leave, come } = crowded(2)
  for (const name of ['a', 'b', 'c', 'd']) come(name)
  await settled()
  expect(inside).toEqual(['a', 'b'])
  leave.get('b')?.()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('releasing twice frees one permit', async () => {
  const { inside, leave, come } = crowded(1)
  for (const name of ['a', 'b', 'c']) come(name)
  await settled()
  leave.get('a')?.()
  leave.get('a')?.()
  await settled()
  expect(inside).toEqual(['a', 'b'])
})
