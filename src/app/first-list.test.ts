// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { afterEach, expect, test } from 'vitest'
import { $place, home, placeAsked, sessionChanged, toPath } from '../model/index.ts'
import { person } from '../model/testing-server.ts'
import { takeEarlySteps, leaveStepsToRouter } from './early-steps.ts'
import { $routerWanted, firstListSeen, firstMomentsOver } from './first-list.ts'

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
afterEach(leaveStepsToRouter)

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
