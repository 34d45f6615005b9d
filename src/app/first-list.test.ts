// @vitest-environment happy-dom
import { allSettled, createWatch, fork } from 'effector'
import { afterEach, expect, test } from 'vitest'
import { home, screenShown, toPath } from '../model/index.ts'
import { $besideDue, $firstListSeen, keptListRead, seeFirstList } from './first-list.ts'

afterEach(() => {
  delete window.firstList
})

/** A start at an address, with or without something kept for it. */
async function starting(path: string, kept: boolean) {
  window.firstList = {
    build: 'this',
    ...(kept && { kept: { build: 'this', places: [path], files: '', answers: {}, bodies: {} } }),
  }
  const scope = fork()
  await allSettled(screenShown, { scope, params: path })
  await keptListRead(scope)
  return { scope, due: () => scope.getState($besideDue) }
}

test('what stands beside a list that is there at once comes when that is painted', async () => {
  // Where no list is asked for, it is known at once that none comes.
  const { scope, due } = await starting('/settings', true)
  expect(due()).toBe(false)
  const order: string[] = []
  createWatch({ unit: $besideDue, scope, fn: () => order.push('beside') })
  createWatch({ unit: $firstListSeen, scope, fn: () => order.push('seen') })
  await seeFirstList(scope)
  expect(order).toEqual(['beside', 'seen'])
})

test('what stands beside a list that is not there yet does not wait for it', async () => {
  expect((await starting(toPath(home), false)).due()).toBe(true)
  expect((await starting(toPath(home), true)).due()).toBe(true)
})
