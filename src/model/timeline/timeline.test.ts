import { allSettled, createWatch, scopeBind } from 'effector'
import { expect, test } from 'vitest'
import { appStarted } from '../app/index.ts'
import { $entrySummaries, rowsRequested } from '../entries/index.ts'
import { $location, navigationRequested } from '../location/index.ts'
import { allMarked } from '../reads/index.ts'
import { settingChanged } from '../settings/index.ts'
import { $feeds, subscriptionsRequested } from '../subscriptions/index.ts'
import {
  entryStepped,
  orderToggled,
  $groups,
  $timelineIds,
  $newEntries,
  $timeline,
  endReached,
  idsIn,
  newEntriesShown,
  timelineRefetched,
  unreadOnlyToggled,
} from './index.ts'
import { entriesCleared } from '../entries/state.ts'
import { responseReceived } from '../network/index.ts'
import { createFakeServer, createReader, startReader, type Reader } from '../testing.ts'
import { groupByDay } from './group-by-day.ts'
import { toTimelineIds, mergeTimelineIds } from './merge.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
function library(entries: number, pageSize = 20) {
  const server = createFakeServer()
  server.pageSize = pageSize
  server.follow('1')
  for (let n = 0; n < entries; n++) server.publish('1', `e${String(n).padStart(4, '0')}`, NOON - n * 60_000)
  return server
}
const timeline = ({ scope }: Reader) => scope.getState($timeline)
const listed = (reader: Reader) => idsIn(timeline(reader).ids)
const go = (reader: Reader, id: string) =>
  allSettled(navigationRequested, { scope: reader.scope, params: { source: { kind: 'feed', id } } })

test('the end of the list fetches page after page until the server has no more', async () => {
  const reader = await startReader({ server: library(50) })
  expect(listed(reader)).toHaveLength(20)
  for (let n = 0; n < 4; n++) await allSettled(endReached, { scope: reader.scope })
  expect(listed(reader)).toHaveLength(50)
  expect(timeline(reader)).toMatchObject({ remoteMore: false, status: 'ready' })
  expect(listed(reader)).toEqual(listed(reader).toSorted())
})

test('a list does not end before the server was queried', async () => {
  const { server, local } = await startReader({ server: library(3) })
  const reader = createReader({ server, local })
  const message: string[] = []
  createWatch({
    unit: $timeline,
    scope: reader.scope,
    fn: ({ ids, remoteMore }) => ids.length > 0 && message.push(remoteMore ? 'more' : 'end'),
  })
  await allSettled(appStarted, { scope: reader.scope })
  expect(new Set(message)).toEqual(new Set(['more']))
  await allSettled(endReached, { scope: reader.scope })
  expect(message.at(-1)).toBe('end')
})

test('a list without a session ends where follow.db ends', async () => {
  const { server, local } = await startReader({ server: library(3) })
  server.user = null
  const reader = await startReader({ server, local })
  expect(listed(reader)).toHaveLength(3)
  expect(timeline(reader)).toMatchObject({ remoteMore: false, status: 'ready' })
})

/** As the list's pane does: it reports new rows once, and not again while they are the same. */
function lookAtTheEnd({ scope }: Reader): void {
  createWatch({
    unit: $timelineIds,
    scope,
    fn: ({ ids }) => ids.length > 0 && scopeBind(endReached, { scope })(),
  })
}

test('the next page is fetched when the end is visible and the response adds nothing', async () => {
  const server = library(3)
  const first = await startReader({ server })
  const reader = await startReader({ server, local: first.local })
  lookAtTheEnd(reader)
  await go(reader, '1')
  expect(listed(reader)).toHaveLength(3)
  expect(timeline(reader)).toMatchObject({ remoteMore: false, status: 'ready' })
})

test('no further page is fetched when the response adds rows below the visible end', async () => {
  const reader = await startReader({ server: library(50) })
  reader.server.publish('1', 'e9999', NOON - 60 * 60_000)
  await allSettled(endReached, { scope: reader.scope })
  expect(listed(reader)).toHaveLength(40)
})

test('a location that was scrolled before continues at its cursor', async () => {
  const reader = await startReader({ server: library(50) })
  await allSettled(endReached, { scope: reader.scope })
  await go(reader, '1')
  await allSettled(navigationRequested, { scope: reader.scope, params: { source: { kind: 'all' } } })
  await allSettled(endReached, { scope: reader.scope })
  expect(listed(reader)).toHaveLength(50)
})

test('offline the list shows all rows of follow.db and reports the end', async () => {
  const first = await startReader({ server: library(50, 100) })
  first.server.offline = true
  const reader = await startReader({ server: first.server, local: first.local })
  expect(listed(reader)).toHaveLength(50)
  expect(timeline(reader).status).toBe('offline-end')
})

test('an unreachable server is not queried repeatedly while the end of the list is visible', async () => {
  const server = library(50)
  let requests = 0
  const list: typeof server.api.entries.list = (input, options) => {
    requests += 1
    return server.api.entries.list(input, options)
  }
  const api = { ...server.api, entries: { ...server.api.entries, list } }
  const reader = await startReader({ server, services: { api } })
  server.offline = true
  const before = requests
  for (let n = 0; n < 5; n++) await allSettled(endReached, { scope: reader.scope })
  expect(requests - before).toBe(1)
})

test('only entries that the response changed are read again from follow.db', async () => {
  const server = library(5)
  const first = await startReader({ server })
  first.leave()
  const requests: (readonly [string, unknown])[] = []
  const local: typeof first.local = {
    ...first.local,
    call: (name, ...argument) => {
      requests.push([name, argument[0]])
      return first.local.call(name, ...argument)
    },
  }
  const reader = await startReader({ server, local })
  const readBack = () => requests.filter(([name]) => name === 'entries.heads').map(([, ids]) => ids)
  requests.length = 0
  await allSettled(timelineRefetched, { scope: reader.scope })
  expect(readBack()).toEqual([])
  // That of the reopened list, and the comparison with a response of unread entries.
  expect(requests.filter(([name]) => name === 'timeline.page')).toHaveLength(2)

  server.correct('e0001', 'Corrected')
  await allSettled(timelineRefetched, { scope: reader.scope })
  expect(readBack()).toContainEqual(['e0001'])
  expect(reader.scope.getState($entrySummaries).get('e0001')?.title).toBe('Corrected')

  // While it is pending it is not requested again.
  requests.length = 0
  await allSettled(entriesCleared, { scope: reader.scope })
  const twice = [1, 2].map(() => allSettled(rowsRequested, { scope: reader.scope, params: ['e0001'] }))
  await Promise.all(twice)
  expect(readBack()).toEqual([['e0001']])
})

test('responses for a location that was left meanwhile are dropped', async () => {
  const server = library(5)
  server.follow('2')
  server.publish('2', 'other', NOON)
  const reader = await startReader({ server })
  const release = server.hold('entries.list')
  const first = go(reader, '1')
  const second = go(reader, '2')
  release()
  await Promise.all([first, second])
  expect(listed(reader)).toEqual(['other'])
})

test('all entries of a large database are listed, in chunks', async () => {
  const server = library(6000, 6000)
  const reader = await startReader({ server })
  await allSettled(navigationRequested, { scope: reader.scope, params: { source: { kind: 'all' } } })
  expect(listed(reader)).toHaveLength(6000)
  expect(new Set(listed(reader)).size).toBe(6000)
})

test('a refusal with an empty list is reported as an error', async () => {
  const server = library(3)
  for (let n = 0; n < 5; n++) server.refuse('entries.list', 'noPermission')
  const reader = await startReader({ server })
  expect(timeline(reader)).toMatchObject({ status: 'error', error: { code: 1004 } })
  expect(listed(reader)).toEqual([])
})

test('newer entries are announced although the clock of this device is an hour fast', async () => {
  const HOUR = 3_600_000
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'a', NOON - 2 * HOUR)
  const reader = createReader({ server })
  await allSettled(responseReceived, {
    scope: reader.scope,
    params: { reached: true, status: 200, serverTime: NOON - HOUR },
  })
  await allSettled(appStarted, { scope: reader.scope })
  server.publish('1', 'b', NOON - HOUR + 30_000)
  await reader.later(60_000)
  expect(reader.scope.getState($newEntries)).toEqual({ count: 1 })
  expect(server.sent('entries.checkNew').at(-1)?.input).toMatchObject({ insertedAfter: NOON - HOUR + 1000 })
})

test('newer entries are announced once after a minute and shown on request', async () => {
  const reader = await startReader({ server: library(3) })
  await reader.later(60_000)
  expect(reader.scope.getState($newEntries)).toBeNull()
  reader.server.publish('1', 'z-new', NOON + 30_000)
  await reader.later(60_000)
  expect(reader.scope.getState($newEntries)).toEqual({ count: 1 })
  const requests = reader.server.sent('entries.checkNew').length
  await reader.later(300_000)
  expect(reader.server.sent('entries.checkNew')).toHaveLength(requests)
  await allSettled(newEntriesShown, { scope: reader.scope })
  expect(listed(reader)[0]).toBe('z-new')
  expect(reader.scope.getState($newEntries)).toBeNull()
})

test('new entries of an empty list are shown without a request', async () => {
  const reader = await startReader({ server: library(0) })
  expect(listed(reader)).toEqual([])
  reader.server.publish('1', 'z-new', NOON + 30_000)
  await reader.later(60_000)
  expect(listed(reader)).toEqual(['z-new'])
  expect(reader.scope.getState($newEntries)).toBeNull()
})

test('with unread only off, read entries are listed too', async () => {
  const server = library(3)
  server.publish('1', 'read', NOON - 1000, { read: true })
  const reader = await startReader({ server })
  expect(listed(reader)).not.toContain('read')
  await allSettled(unreadOnlyToggled, { scope: reader.scope })
  expect(listed(reader)).toContain('read')
})

test('what a list hides, and its order, is remembered for each location', async () => {
  const server = library(3)
  server.follow('2')
  server.publish('1', 'read', NOON - 1000, { read: true })
  server.publish('2', 'other', NOON - 2000, { read: true })
  const reader = await startReader({ server })
  const { scope } = reader
  await go(reader, '1')
  await allSettled(unreadOnlyToggled, { scope })
  await allSettled(orderToggled, { scope })
  expect(listed(reader)).toEqual(['e0002', 'e0001', 'read', 'e0000'])
  await go(reader, '2')
  expect(listed(reader)).toEqual([])

  const again = await startReader({ server, storage: reader.storage, local: reader.local })
  await go(again, '1')
  expect(listed(again)).toEqual(['e0002', 'e0001', 'read', 'e0000'])
  // The setting is for all lists.
  await allSettled(settingChanged, {
    scope: again.scope,
    params: { tab: 'general', key: 'unreadOnly', value: true },
  })
  expect(listed(again)).toEqual(['e0002', 'e0001', 'e0000'])
})

test('a list with the oldest first fetches what the server still has, steps on by time, and marks above as it looks', async () => {
  const server = library(70)
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(orderToggled, { scope })
  await reader.settled()
  expect(listed(reader)).toHaveLength(70)
  expect(listed(reader)[0]).toBe('e0069')
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(scope.getState($location).entryId).toBe('e0069')
  await allSettled(entryStepped, { scope, params: { by: 2 } })
  expect(scope.getState($location).entryId).toBe('e0067')
  await allSettled(allMarked, { scope, params: { scope: 'above', id: 'e0067' } })
  const [{ input } = { input: {} }] = server.sent('reads.markAll')
  expect(input).toMatchObject({ startTime: 1, endTime: NOON - 67 * 60_000 - 1 })
})

test('with the oldest first, days are in that order too', () => {
  const at = (day: number, hour: number) => new Date(2026, 0, day, hour).getTime()
  expect(groupByDay([at(1, 12), at(2, 0), at(2, 23), at(3, 9)])).toEqual([
    { day: at(1, 0), from: 0, to: 1 },
    { day: at(2, 0), from: 1, to: 3 },
    { day: at(3, 0), from: 3, to: 4 },
  ])
})

test('days are local days, each from its first to after its last row', () => {
  const at = (day: number, hour: number) => new Date(2026, 0, day, hour).getTime()
  expect(groupByDay([at(3, 9), at(2, 23), at(2, 0), at(1, 12)])).toEqual([
    { day: at(3, 0), from: 0, to: 1 },
    { day: at(2, 0), from: 1, to: 3 },
    { day: at(1, 0), from: 3, to: 4 },
  ])
})

test('merging preserves the order and adds no duplicates', () => {
  const a = toTimelineIds({ ids: ['d', 'b'], times: [4, 2] })
  const page = toTimelineIds({ ids: ['e', 'd', 'c', 'a'], times: [5, 4, 3, 1] })
  expect(mergeTimelineIds(a, page)).toEqual(
    toTimelineIds({ ids: ['e', 'd', 'c', 'b', 'a'], times: [5, 4, 3, 2, 1] }),
  )
  expect(mergeTimelineIds(a, toTimelineIds({ ids: ['b'], times: [2] }))).toBe(a)
})

test('groups follow the setting', async () => {
  const reader = await startReader({ server: library(3) })
  expect(reader.scope.getState($groups).at(-1)?.to).toBe(3)
})

test('a location that was read to its end remains at its end when its first page is fetched again', async () => {
  const reader = await startReader({ server: library(5) })
  await allSettled(endReached, { scope: reader.scope })
  expect(timeline(reader).remoteMore).toBe(false)
  await allSettled(timelineRefetched, { scope: reader.scope })
  expect(timeline(reader).remoteMore).toBe(false)
})

test('entries of a feed that was just followed are added to the current list', async () => {
  const server = library(3)
  const reader = await startReader({ server })
  server.follow('2')
  server.publish('2', 'new', NOON + 1)
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  expect(listed(reader)).toEqual(['new', 'e0000', 'e0001', 'e0002'])
})

test('a location that was empty is read again once entries exist', async () => {
  const reader = await startReader({ server: library(0) })
  expect(timeline(reader).remoteMore).toBe(false)
  for (let n = 0; n < 620; n++)
    reader.server.publish('1', `e${String(n).padStart(4, '0')}`, NOON - n * 60_000)
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  // Entries stored for offline use are shown.
  for (let n = 0; n < 60; n++) await reader.later(500)
  expect(listed(reader)).toHaveLength(500)
  for (let n = 0; n < 10; n++) await allSettled(endReached, { scope: reader.scope })
  expect(listed(reader)).toHaveLength(620)
  expect(timeline(reader).remoteMore).toBe(false)
})

test('all entries of a feed that is followed later are listed between existing ones', async () => {
  const reader = await startReader({ server: library(300) })
  for (let n = 0; n < 40; n++) await reader.later(500)
  expect(listed(reader)).toHaveLength(300)
  reader.server.follow('2')
  for (let n = 0; n < 30; n++) reader.server.publish('2', `late${n}`, NOON - (150 + n) * 60_000 - 1)
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  for (let n = 0; n < 40; n++) await reader.later(500)
  expect(listed(reader)).toHaveLength(330)
})

test('entries of a long absence are listed without a gap above the stored ones', async () => {
  const first = await startReader({ server: library(30) })
  await allSettled(endReached, { scope: first.scope })
  for (let n = 0; n < 200; n++) first.server.publish('1', `new${n}`, NOON + (n + 1) * 60_000)
  first.leave()
  const reader = await startReader({ server: first.server, local: first.local, time: first.time })
  expect(listed(reader)).toHaveLength(230)
})

test('a feed received only with its entries has its name, also offline and after the subscriptions were fetched', async () => {
  const server = library(3)
  server.know('9')
  server.publish('9', 'listed', NOON)
  const reader = await startReader({ server })
  const titleOf = ({ scope }: Reader) => scope.getState($feeds).get('9')?.title
  await go(reader, '9')
  expect(titleOf(reader)).toBe('Feed 9')
  await allSettled(subscriptionsRequested, { scope: reader.scope })
  expect(titleOf(reader)).toBe('Feed 9')
  reader.leave()
  server.offline = true
  expect(titleOf(await startReader({ server, local: reader.local }))).toBe('Feed 9')
})
