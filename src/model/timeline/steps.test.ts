import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { appStarted } from '../app/index.ts'
import { $currentEntryId } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { readToggled } from '../reads/index.ts'
import { unfollowRequested } from '../subscriptions/index.ts'
import {
  $timelineIds,
  entryStepped,
  gridStepped,
  idText,
  timelineRefetched,
  unreadOnlyToggled,
} from './index.ts'
import { createFakeServer, createReader, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

test('stepping from an open entry that left the unread list begins at its former position', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 6; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const { scope } = await startReader({ server })
  const step = (by: number) => allSettled(entryStepped, { scope, params: { by } })
  await step(3)
  expect(scope.getState($currentEntryId)).toBe('e2')
  await allSettled(timelineRefetched, { scope })
  await step(1)
  expect(scope.getState($currentEntryId)).toBe('e3')
  await allSettled(timelineRefetched, { scope })
  await step(-1)
  expect(scope.getState($currentEntryId)).toBe('e1')
})

test('a jump to either end marks only the entry that it opens', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 6; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const { scope, later } = await startReader({ server })
  await allSettled(entryStepped, { scope, params: { by: Infinity } })
  expect(scope.getState($currentEntryId)).toBe('e5')
  expect(server.counts()).toEqual({ 1: 5 })
  await allSettled(entryStepped, { scope, params: { by: -Infinity } })
  expect(scope.getState($currentEntryId)).toBe('e0')
  await later(2000)
  expect(server.counts()).toEqual({ 1: 4 })
})

test('an open entry that the user marked unread remains unread after a reload', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'e0', NOON)
  server.publish('1', 'e1', NOON - 60_000)
  const before = await startReader({ server })
  await allSettled(entryStepped, { scope: before.scope, params: { by: 1 } })
  await allSettled(readToggled, { scope: before.scope, params: { ids: ['e0'] } })
  expect(server.counts()).toEqual({ 1: 2 })
  before.leave()

  const { local, storage, time } = before
  const { scope } = createReader({ server, local, storage, time, reloaded: true })
  // As the app does it: the location from the URL, then the start, without a pause.
  void allSettled(navigationRequested, { scope, params: { entryId: 'e0' } })
  await allSettled(appStarted, { scope })
  expect(server.counts()).toEqual({ 1: 2 })
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(server.counts()).toEqual({ 1: 1 })
})

test('the open entry stays listed through refreshes and unread only, until another one is open', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.follow('2')
  for (let n = 0; n < 4; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  server.publish('2', 'other', NOON - 90_000)
  const { scope } = await startReader({ server })
  const listed = () => Array.from(scope.getState($timelineIds).ids, idText)
  const sizes: number[] = []
  const stop = createWatch({ unit: $timelineIds, scope, fn: ({ ids }) => void sizes.push(ids.length) })
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(scope.getState($currentEntryId)).toBe('e1')
  await allSettled(timelineRefetched, { scope })
  expect(listed()).toEqual(['e1', 'other', 'e2', 'e3'])
  await allSettled(unreadOnlyToggled, { scope })
  expect(listed()).toEqual(['e0', 'e1', 'other', 'e2', 'e3'])
  await allSettled(unreadOnlyToggled, { scope })
  expect(listed()).toEqual(['e1', 'other', 'e2', 'e3'])
  // Its own feed is still followed; rows of another feed are removed without it.
  await allSettled(unfollowRequested, { scope, params: { ids: ['feed/2'] } })
  expect(listed()).toEqual(['e1', 'e2', 'e3'])
  stop()
  // No list was ever cleared to be rebuilt.
  expect(sizes).not.toContain(0)
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  await allSettled(timelineRefetched, { scope })
  expect(listed()).toEqual(['e2', 'e3'])
})

test('an entry that was read on opening is still listed when the user comes back to it', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 4; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const { scope } = await startReader({ server })
  const listed = () => Array.from(scope.getState($timelineIds).ids, idText)
  for (const by of [1, 1]) await allSettled(entryStepped, { scope, params: { by } })
  expect(scope.getState($currentEntryId)).toBe('e1')
  const go = (kind: 'collections' | 'all', entryId: string | null) =>
    allSettled(navigationRequested, { scope, params: { source: { kind }, entryId } })
  await go('collections', null)
  await go('all', 'e1')
  expect(listed()).toEqual(['e1', 'e2', 'e3'])
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(scope.getState($currentEntryId)).toBe('e2')
})

test('steps in a list that is still read are taken when its rows are there, unless the user goes elsewhere', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.follow('2')
  for (let n = 0; n < 4; n++) {
    server.publish('1', `a${n}`, NOON - n * 60_000)
    server.publish('2', `b${n}`, NOON - n * 60_000)
  }
  const { scope, settled } = await startReader({ server })
  const go = (id: string) =>
    allSettled(navigationRequested, {
      scope,
      params: { source: { kind: 'feed', id }, entryId: null },
    })
  const step = (by: number) => allSettled(entryStepped, { scope, params: { by } })
  void go('1')
  expect(scope.getState($timelineIds).ids).toHaveLength(0)
  void step(1)
  void step(2)
  expect(scope.getState($currentEntryId)).toBeNull()
  await settled()
  expect(scope.getState($currentEntryId)).toBe('a2')

  void go('2')
  void step(1)
  void go('1')
  await settled()
  expect(scope.getState($currentEntryId)).toBeNull()
  await step(1)
  expect(scope.getState($currentEntryId)).toBe('a0')
})

test('in a grid the first steps go from entry to entry, and a list without any drops them', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.follow('2')
  for (let n = 0; n < 4; n++) server.publish('1', `a${n}`, NOON - n * 60_000)
  const { scope, settled } = await startReader({ server })
  const go = (id: string) =>
    allSettled(navigationRequested, {
      scope,
      params: { source: { kind: 'feed', id }, entryId: null },
    })
  const move = (direction: 'down' | 'left') =>
    allSettled(gridStepped, { scope, params: { direction, count: 1 } })
  void go('2')
  void move('down')
  await settled()
  server.publish('2', 'late', NOON)
  await allSettled(timelineRefetched, { scope })
  expect(scope.getState($timelineIds).ids).toHaveLength(1)
  expect(scope.getState($currentEntryId)).toBeNull()

  void go('1')
  void move('down')
  void move('left')
  void move('down')
  await settled()
  expect(scope.getState($currentEntryId)).toBe('a1')
})
