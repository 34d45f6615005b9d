// @vitest-environment happy-dom
import { allSettled, createWatch, fork } from 'effector'
import { afterEach, expect, test } from 'vitest'
import {
  $place,
  firstMomentsOver,
  home,
  placeAsked,
  screenShown,
  sessionChanged,
  toPath,
} from '../model/index.ts'
import { person } from '../model/testing-server.ts'
import { takeEarlySteps, leaveStepsToRouter } from './early-steps.ts'
import {
  $besideDue,
  $firstListSeen,
  $routerWanted,
  firstListSeen,
  keptListRead,
  seeFirstList,
} from './first-list.ts'

const known = { status: 'authenticated', user: person('ada') } as const

/** Somebody whose first list is on the screen. */
async function atFirstList(session: Parameters<typeof sessionChanged>[0] = known) {
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  takeEarlySteps(scope)
  await allSettled(sessionChanged, { scope, params: session })
  await allSettled(firstListSeen, { scope })
  return { scope, wanted: () => scope.getState($routerWanted) }
}
afterEach(() => {
  leaveStepsToRouter()
  delete window.firstList
})

test('while the first list is looked at there is no router, and after its first moments there is', async () => {
  const { scope, wanted } = await atFirstList()
  expect(wanted()).toBe(false)
  await allSettled(firstMomentsOver, { scope })
  expect(wanted()).toBe(true)
})

test('the first step brings the router, which stays', async () => {
  const { scope, wanted } = await atFirstList()
  await allSettled(placeAsked, { scope, params: { entryId: '42' } })
  expect(wanted()).toBe(true)
  await allSettled(placeAsked, { scope, params: { entryId: null } })
  expect(wanted()).toBe(true)
})

test('a step back before there is a router is taken', async () => {
  const { wanted, scope } = await atFirstList()
  const before = toPath({ ...home, source: { kind: 'feed', id: '7' } })
  window.history.replaceState(null, '', before)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await allSettled(scope)
  expect([wanted(), toPath(scope.getState($place))]).toEqual([false, before])
})

test('who is to sign in is led there at once', async () => {
  const { wanted } = await atFirstList({ status: 'unauthenticated', user: null })
  expect(wanted()).toBe(true)
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
  await seeFirstList(scope, () => order.push('painted'))
  expect(order).toEqual(['painted', 'beside', 'seen'])
})

test('what stands beside a list that is not there yet does not wait for it', async () => {
  expect((await starting(toPath(home), false)).due()).toBe(true)
  expect((await starting(toPath(home), true)).due()).toBe(true)
})
