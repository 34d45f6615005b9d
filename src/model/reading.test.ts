/** Changes of a user against follow.db and a fake server: visible at once, stored, sent, or rolled back. */
import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { appStarted, errorNotified, type UserNotification } from './app/index.ts'
import { $currentEntry, $entrySummaries, $statuses, rowsRequested } from './entries/index.ts'
import { undoRequested } from './journal/index.ts'
import { navigationRequested } from './location/index.ts'
import { $outbox, $pendingCount } from './outbox/index.ts'
import { allMarked, readMarked, readToggled } from './reads/index.ts'
import { $session } from './session/index.ts'
import { starToggled } from './stars/index.ts'
import { $counts, $tree } from './subscriptions/index.ts'
import {
  $timeline,
  entryOpened,
  entryStepped,
  idsIn,
  rowsPassed,
  timelineRefetched,
} from './timeline/index.ts'
import type { Local } from '../local/calls.ts'
import { createFakeServer, createReader, startReader, type Reader, type ReaderSetup } from './testing.ts'
import { testUser } from './testing-server.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const minutes = (n: number) => NOON - n * 60_000

function library(feeds = 2, each = 3) {
  const server = createFakeServer()
  for (let feed = 1; feed <= feeds; feed++) {
    server.follow(String(feed))
    for (let n = 0; n < each; n++) server.publish(String(feed), `${feed}-${n}`, minutes(n * feeds + feed))
  }
  return server
}
const ids = ({ scope }: Reader) => idsIn(scope.getState($timeline).ids)
const shown = ({ scope }: Reader, id: string) => scope.getState($statuses).get(id)
const count = ({ scope }: Reader, feed: string) => scope.getState($counts).get(feed)
const toggle = ({ scope }: Reader, id: string) => allSettled(readToggled, { scope, params: { ids: [id] } })
async function opened(setup: ReaderSetup) {
  const reader = await startReader(setup)
  await allSettled(rowsRequested, { scope: reader.scope, params: ids(reader) })
  return reader
}
function tolds({ scope }: Reader): UserNotification[] {
  const received: UserNotification[] = []
  createWatch({ unit: errorNotified, scope, fn: (notifications) => received.push(notifications) })
  return received
}

test("startup shows the server's entries, newest first, with counts", async () => {
  const reader = await opened({ server: library() })
  expect(reader.scope.getState($session).status).toBe('authenticated')
  expect(ids(reader)).toEqual(['1-0', '2-0', '1-1', '2-1', '1-2', '2-2'])
  expect(reader.scope.getState($timeline)).toMatchObject({ status: 'ready', remoteMore: true })
  expect(reader.scope.getState($tree).map(({ title, unread }) => `${title} ${unread}`)).toEqual([
    ' 6',
    ' 0',
    'Feed 1 3',
    'Feed 2 3',
  ])
})

test('a mark is visible before the response, and remains after it', async () => {
  const reader = await opened({ server: library() })
  const release = reader.server.hold('reads.mark')
  const marking = toggle(reader, '1-0')
  expect(shown(reader, '1-0')?.read).toBe(true)
  expect(count(reader, '1')).toBe(2)
  release()
  await marking
  expect(shown(reader, '1-0')?.read).toBe(true)
  expect(count(reader, '1')).toBe(2)
  expect(reader.server.counts()['1']).toBe(2)
  expect(reader.scope.getState($pendingCount)).toBe(0)
})

test('a refused mark is rolled back with a reason, and entries received meanwhile remain', async () => {
  const reader = await opened({ server: library() })
  const received = tolds(reader)
  reader.server.refuse('reads.mark', 'noPermission', 'not yours')
  const release = reader.server.hold('reads.mark')
  const marking = toggle(reader, '1-0')
  reader.server.publish('1', '1-9', minutes(0))
  void allSettled(timelineRefetched, { scope: reader.scope })
  release()
  await marking
  expect(shown(reader, '1-0')?.read).toBe(false)
  expect(ids(reader)[0]).toBe('1-9')
  expect(received).toMatchObject([{ key: 'errors:1004', code: 1004, reason: 'not yours' }])
  expect(await reader.local.call('outbox.all')).toEqual([])
})

test('of two marks in flight only the refused one is rolled back', async () => {
  const reader = await opened({ server: library() })
  reader.server.refuse('reads.mark', 'noPermission')
  const release = reader.server.hold('reads.mark')
  const both = Promise.all([toggle(reader, '1-0'), toggle(reader, '1-1')])
  expect(count(reader, '1')).toBe(1)
  release()
  await both
  expect([shown(reader, '1-0')?.read, shown(reader, '1-1')?.read]).toEqual([false, true])
  expect(count(reader, '1')).toBe(2)
})

test('marking a read entry sends no request', async () => {
  const reader = await opened({ server: library() })
  await toggle(reader, '1-0')
  await allSettled(readMarked, { scope: reader.scope, params: { ids: ['1-0'], read: true } })
  expect(reader.server.sent('reads.mark')).toHaveLength(1)
})

test('offline changes are visible at once and are sent in order when back online', async () => {
  const reader = await opened({ server: library() })
  reader.server.offline = true
  await toggle(reader, '1-0')
  await allSettled(starToggled, { scope: reader.scope, params: { id: '1-0' } })
  await toggle(reader, '1-0')
  await toggle(reader, '2-0')
  expect(reader.scope.getState($pendingCount)).toBe(4)
  expect([count(reader, '1'), count(reader, '2')]).toEqual([3, 2])
  reader.server.offline = false
  reader.signal('online')
  await reader.later(60_000)
  expect(reader.scope.getState($pendingCount)).toBe(0)
  expect(reader.server.sent('reads.mark', 'reads.unmark').map(({ name }) => name)).toEqual([
    'reads.mark',
    'reads.unmark',
    'reads.mark',
  ])
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 2 })
  expect(reader.server.entries.find(({ id }) => id === '1-0')?.starredAt).not.toBeNull()
})

test('the first mark is sent at once, quickly following ones in one call', async () => {
  const reader = await opened({ server: library(1, 10) })
  for (let n = 0; n < 10; n++) await allSettled(entryStepped, { scope: reader.scope, params: { by: 1 } })
  const calls = () =>
    reader.server.sent('reads.mark').map(({ input }) => (input as { entryIds: string[] }).entryIds.length)
  expect(calls()).toEqual([1])
  expect(count(reader, '1')).toBe(0)
  await reader.later(1000)
  expect(calls()).toEqual([1, 9])
  expect(reader.server.counts()).toEqual({})
})

test('delayed marks are sent when the window is hidden', async () => {
  const reader = await opened({ server: library(1, 10) })
  for (let n = 0; n < 10; n++) await allSettled(entryStepped, { scope: reader.scope, params: { by: 1 } })
  reader.signal('hidden')
  await reader.later(0)
  expect(reader.server.counts()).toEqual({})
})

test('many queued marks are sent in one call', async () => {
  const reader = await opened({ server: library(1, 10) })
  reader.server.offline = true
  for (const id of ids(reader)) await toggle(reader, id)
  reader.server.offline = false
  reader.signal('online')
  await reader.later(60_000)
  const bodies = reader.server
    .sent('reads.mark')
    .map(({ input }) => (input as { entryIds: string[] }).entryIds.length)
  expect(bodies.reduce((sum, n) => sum + n, 0)).toBe(10)
  expect(bodies.length).toBeLessThan(4)
})

test('a reload loses no change: it is still visible and sent later', async () => {
  const before = await opened({ server: library() })
  before.server.offline = true
  await toggle(before, '1-0')
  await allSettled(starToggled, { scope: before.scope, params: { id: '2-0' } })
  const after = await opened({
    server: before.server,
    local: before.local,
    storage: before.storage,
    time: before.time,
  })
  expect(after.scope.getState($session)).toMatchObject({ status: 'authenticated', user: { id: '1' } })
  expect(ids(after)).toEqual(['2-0', '1-1', '2-1', '1-2', '2-2'])
  expect([count(after, '1'), shown(after, '2-0')?.starredAt === null]).toEqual([2, false])
  after.server.offline = false
  after.signal('online')
  await after.later(60_000)
  expect(after.scope.getState($pendingCount)).toBe(0)
  expect(after.server.counts()).toEqual({ 1: 2, 2: 3 })
})

test('a write whose response was lost is sent again under the same key and counts once', async () => {
  const reader = await opened({ server: library() })
  reader.server.loseNextAnswer()
  await allSettled(allMarked, { scope: reader.scope, params: { scope: 'source' } })
  expect(reader.scope.getState($outbox)).toMatchObject([{ name: 'reads.markAll', attempts: 1 }])
  await reader.later(60_000)
  const keys = reader.server.sent('reads.markAll').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect([count(reader, '1') ?? 0, count(reader, '2') ?? 0]).toEqual([0, 0])
})

test('after five server errors the change is dropped and the user notified', async () => {
  const reader = await opened({ server: library() })
  const received = tolds(reader)
  for (let n = 0; n < 5; n++) reader.server.fail('reads.mark', 500)
  await toggle(reader, '1-0')
  for (let n = 0; n < 6; n++) await reader.later(60_000)
  expect(shown(reader, '1-0')?.read).toBe(false)
  expect(received).toMatchObject([{ key: 'errors:client.failed', values: { status: 500 } }])
})

test('undo of mark all restores the rows and the server', async () => {
  const reader = await opened({ server: library() })
  await allSettled(allMarked, { scope: reader.scope, params: { scope: 'view' } })
  expect(reader.server.counts()).toEqual({})
  expect([...reader.scope.getState($statuses).values()].every(({ read }) => read)).toBe(true)
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
  expect([count(reader, '1'), count(reader, '2')]).toEqual([3, 3])
  expect([...reader.scope.getState($statuses).values()].some(({ read }) => read)).toBe(false)
  expect(await reader.local.call('timeline.unreadCounts')).toEqual({ 1: 3, 2: 3 })
})

test('mark all can be undone after a reload', async () => {
  const before = await opened({ server: library() })
  await allSettled(allMarked, { scope: before.scope, params: { scope: 'view' } })
  const after = await opened({ server: before.server, local: before.local, storage: before.storage })
  await allSettled(undoRequested, { scope: after.scope, params: undefined })
  expect(after.server.counts()).toEqual({ 1: 3, 2: 3 })
  expect(count(after, '1')).toBe(3)
})

test('an undo during startup waits for the journal', async () => {
  const before = await opened({ server: library() })
  await allSettled(allMarked, { scope: before.scope, params: { scope: 'view' } })
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow: Local['call'] = (name, ...input) =>
    name === 'subscriptions.all'
      ? promise.then(() => before.local.call(name, ...input))
      : before.local.call(name, ...input)
  const { server, storage } = before
  const after = createReader({ server, storage, local: { ...before.local, call: slow } })
  const started = allSettled(appStarted, { scope: after.scope })
  void allSettled(undoRequested, { scope: after.scope, params: undefined })
  expect(server.counts()).toEqual({})
  resolve()
  await started
  expect(server.counts()).toEqual({ 1: 3, 2: 3 })
})

test('a mark-all that was never sent is undone without a request', async () => {
  const reader = await opened({ server: library() })
  reader.server.offline = true
  // The first write finds the server unreachable; the next ones wait.
  await toggle(reader, '2-2')
  await allSettled(allMarked, { scope: reader.scope, params: { scope: 'source' } })
  expect(count(reader, '1')).toBe(0)
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect([count(reader, '1'), count(reader, '2')]).toEqual([3, 2])
  expect((await reader.local.call('outbox.all')).map(({ name }) => name)).toEqual(['reads.mark'])
})

test('a mark-all that is undone before follow.db stored it is never sent', async () => {
  const reader = await opened({ server: library() })
  const { scope } = reader
  const requests = allSettled(allMarked, { scope, params: { scope: 'view' } })
  await Promise.all([requests, allSettled(undoRequested, { scope, params: undefined })])
  await reader.later(2000)
  expect(reader.server.sent('reads.markAll')).toEqual([])
  expect([count(reader, '1'), count(reader, '2')]).toEqual([3, 3])
  expect(await reader.local.call('outbox.all')).toEqual([])
})

test('mark above marks only entries newer than the given one', async () => {
  const reader = await opened({ server: library() })
  await allSettled(allMarked, { scope: reader.scope, params: { scope: 'above', id: '1-1' } })
  expect(reader.server.sent('reads.markAll')[0]?.input).toMatchObject({
    view: 0,
    startTime: minutes(3) + 1,
    endTime: NOON,
  })
  expect(reader.server.counts()).toEqual({ 1: 2, 2: 2 })
  expect([count(reader, '1'), count(reader, '2')]).toEqual([2, 2])
})

test('read entries remain in an unread-only list until the location is entered again', async () => {
  const reader = await opened({ server: library() })
  await toggle(reader, '1-0')
  await reader.later(1000)
  expect(ids(reader)).toContain('1-0')
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'feed', id: '2' } },
  })
  await allSettled(navigationRequested, { scope: reader.scope, params: { source: { kind: 'all' } } })
  expect(ids(reader)).not.toContain('1-0')
})

test('entries read on another device leave the list with the next fetch', async () => {
  const reader = await opened({ server: library() })
  for (const entry of reader.server.entries) if (entry.id === '2-0') entry.read = true
  await allSettled(timelineRefetched, { scope: reader.scope })
  expect(shown(reader, '2-0')?.read).toBe(true)
  await allSettled(timelineRefetched, { scope: reader.scope })
  expect(ids(reader)).not.toContain('2-0')
})

test('opening an entry marks it read once; marked unread by the user it remains unread', async () => {
  const reader = await opened({ server: library() })
  await allSettled(entryOpened, { scope: reader.scope, params: { id: '1-1' } })
  expect(shown(reader, '1-1')?.read).toBe(true)
  expect(reader.scope.getState($currentEntry)?.content).toMatchObject({
    status: 'ready',
    html: '<p>Content of 1-1</p>',
  })
  await toggle(reader, '1-1')
  expect(shown(reader, '1-1')?.read).toBe(false)
  await allSettled(entryStepped, { scope: reader.scope, params: { by: 1 } })
  expect(reader.scope.getState($currentEntry)?.summary.id).toBe('2-1')
})

test('rows that are scrolled past are marked together if the setting is on', async () => {
  const reader = await opened({ server: library() })
  await allSettled(rowsPassed, { scope: reader.scope, params: ['1-0'] })
  await allSettled(rowsPassed, { scope: reader.scope, params: ['2-0', '1-1'] })
  expect(reader.server.sent('reads.mark')).toEqual([])
  await reader.later(500)
  expect(reader.server.sent('reads.mark').map(({ input }) => input)).toEqual([
    { entryIds: ['1-0', '2-0', '1-1'] },
  ])
})

test('a row that was scrolled past and then marked unread by the user remains unread', async () => {
  const reader = await opened({ server: library() })
  await allSettled(readMarked, { scope: reader.scope, params: { ids: ['1-0'], read: true } })
  const passed = allSettled(rowsPassed, { scope: reader.scope, params: ['1-0'] })
  await toggle(reader, '1-0')
  await reader.later(1000)
  await passed
  expect(shown(reader, '1-0')?.read).toBe(false)
})

test('an entry opened offline that was never fetched is reported as missing', async () => {
  const reader = await opened({ server: library() })
  reader.server.offline = true
  await allSettled(entryOpened, { scope: reader.scope, params: { id: '2-2' } })
  expect(reader.scope.getState($currentEntry)?.content.status).toBe('missing')
})

test('sixty opened entries leave only a few contents in memory', async () => {
  const server = library(1, 60)
  server.pageSize = 100
  const reader = await opened({ server })
  for (let n = 0; n < 60; n++) await allSettled(entryStepped, { scope: reader.scope, params: { by: 1 } })
  const { $contents: $bodies } = await import('./entries/state.ts')
  expect(reader.scope.getState($bodies).size).toBeLessThanOrEqual(20)
  expect(reader.scope.getState($entrySummaries).size).toBe(60)
  await reader.later(1000)
  expect(reader.server.counts()).toEqual({})
})

test("another user sees none of the previous user's data", async () => {
  const before = await opened({ server: library() })
  before.server.offline = true
  await toggle(before, '1-0')
  const server = createFakeServer()
  server.user = testUser('2')
  server.follow('7')
  server.publish('7', '7-0', minutes(1))
  const after = await opened({ server, local: before.local, storage: before.storage })
  expect(ids(after)).toEqual(['7-0'])
  expect([...after.scope.getState($counts)]).toEqual([['7', 1]])
  expect(after.scope.getState($pendingCount)).toBe(0)
  expect(await after.local.call('entries.heads', ['1-0'])).toEqual([])
})
