import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('no more work runs than there are places, the urgent first and equals in their order', async () => {
  const places = createPlaces(2)
  const began: string[] = []
  let [now, most] = [0, 0]
  const work = (name: string) => async () => {
    began.push(name)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 1))
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

test('work that fails gives its place back', async () => {
  const places = createPlaces(1)
  const failing = places.take(0, () => Promise.reject(new Error('no')))
  const after = places.take(0, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('yes')
  expect(places.isEmpty()).toBe(true)
})
