import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { appStarted } from '../app/index.ts'
import { $location, navigationRequested, toPath, type ReaderLocation } from '../location/index.ts'
import { createReader, startReader } from '../testing.ts'
import { $jumps, $marks, jumped, markOpened, markSet, positionLeft, type Position } from './index.ts'

const feed = (id: string, entryId: string | null = null): ReaderLocation => ({
  view: 0,
  source: { kind: 'feed', id },
  entryId,
})
const at = (location: ReaderLocation, list = 0): Position => ({ location, list, entry: 0 })

test('jumping goes back through the locations that were left, and forward again', async () => {
  const { scope } = await startReader()
  const here = () => toPath(scope.getState($location))
  const go = async (from: Position, to: ReaderLocation) => {
    await allSettled(positionLeft, { scope, params: from })
    await allSettled(navigationRequested, { scope, params: to })
  }
  const jump = (by: -1 | 1) =>
    allSettled(jumped, { scope, params: { by, from: at(scope.getState($location)) } })
  await allSettled(navigationRequested, { scope, params: feed('1') })
  await go(at(feed('1', 'a'), 300), feed('2'))
  await go(at(feed('2')), feed('3'))
  await jump(-1)
  expect(here()).toBe(toPath(feed('2')))
  await jump(-1)
  expect(here()).toBe(toPath(feed('1', 'a')))
  await jump(-1)
  expect(here()).toBe(toPath(feed('1', 'a')))
  await jump(1)
  await jump(1)
  expect(here()).toBe(toPath(feed('3')))
  // Navigating drops the positions ahead, and the same location is listed once.
  await jump(-1)
  await go(at(feed('2')), feed('4'))
  expect(scope.getState($jumps).forward).toEqual([])
  expect(scope.getState($jumps).back.map(({ location }) => toPath(location))).toEqual(
    [feed('1', 'a'), feed('2')].map(toPath),
  )
})

test('marks survive reloads with their entry and scroll positions; a damaged store has none', async () => {
  const before = await startReader()
  await allSettled(markSet, { scope: before.scope, params: { key: 'a', position: at(feed('1', 'x'), 420) } })
  before.leave()
  const { scope } = await startReader({ storage: before.storage, local: before.local })
  expect(scope.getState($marks).get('a')).toEqual(at(feed('1', 'x'), 420))
  await allSettled(markOpened, { scope, params: { key: 'a' } })
  expect(toPath(scope.getState($location))).toBe(toPath(feed('1', 'x')))

  before.storage.setItem('lectern:marks', '{"a":7,"b":{"path":"/nowhere"}')
  const damaged = createReader({ storage: before.storage })
  await allSettled(appStarted, { scope: damaged.scope })
  expect(damaged.scope.getState($marks).size).toBe(0)
})
