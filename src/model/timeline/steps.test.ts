import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import {
  $currentEntryId,
  appStarted,
  entryStepped,
  navigationRequested,
  readToggled,
  timelineRefetched,
} from '../index.ts'
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
  await allSettled(readToggled, { scope: before.scope, params: { id: 'e0' } })
  expect(server.counts()).toEqual({ 1: 2 })
  before.leave()

  const { local, storage, time } = before
  const { scope } = createReader({ server, local, storage, time, reloaded: true })
  // As the app does it: the place from the address, then the start, in one breath.
  void allSettled(navigationRequested, { scope, params: { entryId: 'e0' } })
  await allSettled(appStarted, { scope })
  expect(server.counts()).toEqual({ 1: 2 })
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(server.counts()).toEqual({ 1: 1 })
})
