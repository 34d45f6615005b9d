import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { startupIdle } from '../app/index.ts'
import { feedsImported, subscriptionsRequested } from '../subscriptions/events.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $newEntries, $timelineIds, idsIn, newEntriesShown } from '../timeline/index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

test('what is prefetched is added to the list; what is newer than the list is announced and does not move it', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (let at = 0; at < 150; at += 1) server.publish('1', `e${at}`, NOON - at * 1000)
  const reader = await startReader({ server })
  const { scope } = reader
  const listed = () => idsIn(scope.getState($timelineIds).ids)
  await allSettled(startupIdle, { scope })
  const before = listed().length
  expect(before).toBeLessThan(150)
  server.publish('1', 'new', NOON + 500)
  await reader.later(3000)
  // Page by page, with pauses.
  for (let pages = 0; pages < 20 && listed().length < 150; pages += 1) await reader.later(250)
  expect(listed()).toHaveLength(150)
  expect(listed()[0]).toBe('e0')
  await reader.tell({ type: 'entries', feeds: { 1: 1 } })
  expect(scope.getState($newEntries)).toEqual({ count: 1 })
  expect(listed()[0]).toBe('e0')
  await allSettled(newEntriesShown, { scope })
  expect(listed().slice(0, 2)).toEqual(['new', 'e0'])
})

test('what an import brought is listed, also above what was there', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'old', NOON - 60_000)
  const reader = await startReader({ server })
  const { scope } = reader
  const listed = () => idsIn(scope.getState($timelineIds).ids)
  await allSettled(startupIdle, { scope })
  for (let at = 0; at < 20; at += 1) await reader.later(3000)
  expect(listed()).toEqual(['old'])
  server.follow('2')
  await allSettled(subscriptionsRequested, { scope })
  // Its feeds are fetched one after another.
  server.publish('2', 'new', NOON)
  await allSettled(feedsImported, { scope })
  for (let at = 0; at < 20 && listed().length < 2; at += 1) await reader.later(3000)
  expect(listed()).toEqual(['new', 'old'])
})
