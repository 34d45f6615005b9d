import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** @returns who is inside, and what lets each out */
function crowded(places: () => number) {
  const turns = createTurns(places)
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const come = (name: string) =>
    void turns.enter().then((left) => {
      inside.push(name)
      leave.set(name, left)
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { turns, inside, leave, come, settled }
}

test('people enter in the order in which they came, as many as there are places', async () => {
  const { turns, inside, leave, come, settled } = crowded(() => 2)
  for (const name of ['a', 'b', 'c', 'd']) come(name)
  await settled()
  expect(inside).toEqual(['a', 'b'])
  expect(turns.waiting()).toBe(2)
  leave.get('b')?.()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('who leaves twice makes room for one', async () => {
  const { inside, leave, come, settled } = crowded(() => 1)
  for (const name of ['a', 'b', 'c']) come(name)
  await settled()
  leave.get('a')?.()
  leave.get('a')?.()
  await settled()
  expect(inside).toEqual(['a', 'b'])
})

test('places that open are taken at once, and those that close are given to nobody', async () => {
  let places = 1
  const { turns, inside, leave, come, settled } = crowded(() => places)
  for (const name of ['a', 'b', 'c', 'd']) come(name)
  places = 3
  turns.opened()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c'])
  places = 1
  leave.get('a')?.()
  leave.get('b')?.()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c'])
  leave.get('c')?.()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c', 'd'])
})
