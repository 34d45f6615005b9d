import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import { $statuses, rowsRequested } from '../entries/index.ts'
import { readMarked } from '../reads/index.ts'
import { $session } from '../session/index.ts'
import { $counts } from '../subscriptions/index.ts'
import { $newEntries, $timeline, entryOpened } from '../timeline/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const ids = ['a-0', 'a-1', 'b-0', 'b-1']

/** A user of two feeds with two entries each, all of them loaded. */
async function reading(): Promise<Reader> {
  const server = createFakeServer()
  for (const [at, feed] of ['a', 'b'].entries()) {
    server.follow(feed)
    for (const n of [0, 1]) server.publish(feed, `${feed}-${n}`, NOON - (2 * n + at + 1) * 60_000)
  }
  const reader = await startReader({ server })
  await allSettled(rowsRequested, { scope: reader.scope, params: ids })
  await reader.tell({ type: 'hello', at: new Date(NOON).toISOString() })
  return reader
}
const changed = (call: string, input?: Record<string, unknown>): LiveEvent => ({
  type: 'changed',
  call,
  ...(input && { input }),
  from: 'telephone',
})
const read = ({ scope }: Reader) =>
  ids.filter((id) => scope.getState($statuses).get(id)?.read === true).toSorted()
const counts = ({ scope }: Reader) => Object.fromEntries(scope.getState($counts))

/** Changes the server first, then sends the event. */
async function elsewhere(reader: Reader, call: 'reads.mark' | 'reads.unmark', entryIds: string[]) {
  for (const entry of reader.server.entries)
    if (entryIds.includes(entry.id)) entry.read = call === 'reads.mark'
  await reader.tell(changed(call, { entryIds }))
}

test('Entries read on another device are read here, counts included, and the list is unchanged', async () => {
  const reader = await reading()
  const listed = reader.scope.getState($timeline).ids
  await elsewhere(reader, 'reads.mark', ['a-0', 'b-1'])
  // At once, before the counts are fetched.
  expect(read(reader)).toEqual(['a-0', 'b-1'])
  await reader.later(2000)
  expect(read(reader)).toEqual(['a-0', 'b-1'])
  expect(counts(reader)).toEqual({ a: 1, b: 1 })
  expect(reader.scope.getState($timeline).ids).toEqual(listed)

  await elsewhere(reader, 'reads.unmark', ['a-0'])
  expect(read(reader)).toEqual(['b-1'])
  await reader.later(2000)
  expect(read(reader)).toEqual(['b-1'])
  expect(counts(reader)).toEqual({ a: 2, b: 1 })
})

test("An unsent mark of the user takes precedence over another device's change", async () => {
  const reader = await reading()
  reader.server.offline = true
  await allSettled(readMarked, { scope: reader.scope, params: { ids: ['a-0'], read: true } })
  reader.server.offline = false
  await reader.tell(changed('reads.unmark', { entryId: 'a-0' }))
  expect(read(reader)).toEqual(['a-0'])
})

test.each([
  ['a view', { view: 0 }, ids],
  ['some feeds', { feedIdList: ['b'] }, ['b-0', 'b-1']],
  ['a feed', { feedId: 'a' }, ['a-0', 'a-1']],
  ['everything', {}, ids],
  ['another view', { view: 3 }, []],
  ['a stretch of time', { view: 0, startTime: NOON - 120_000, endTime: NOON }, ['a-0', 'b-0']],
])('Marking %s elsewhere marks the same here', async (_, input, marked) => {
  const reader = await reading()
  await reader.tell(changed('reads.markAll', input))
  expect(read(reader)).toEqual(marked)
})

test('A mark-all that another device undoes is fetched from the server', async () => {
  const reader = await reading()
  await reader.tell(changed('reads.markAll', { view: 0 }))
  await reader.tell(changed('reads.unmarkAll', { batch: 'theirs' }))
  expect(read(reader)).toEqual([])
})

test('Stars set and removed on another device are visible here', async () => {
  const reader = await reading()
  const starred = () => reader.scope.getState($statuses).get('a-1')?.starredAt
  await reader.tell(changed('collections.add', { entryId: 'a-1', view: 0 }))
  expect(starred()).toBe(reader.time.clock.now())
  await reader.tell(changed('collections.remove', { entryId: 'a-1' }))
  expect(starred()).toBeNull()
})

test('New entries of the location are announced at once, those of other feeds are only counted', async () => {
  const reader = await reading()
  reader.server.publish('c', 'c-0', NOON + 60_000)
  await reader.tell({ type: 'entries', feeds: { c: 1 } })
  expect(reader.scope.getState($newEntries)).toBeNull()
  reader.server.publish('a', 'a-2', NOON + 60_000)
  await reader.tell({ type: 'entries', feeds: { a: 1 } })
  expect(reader.scope.getState($newEntries)).toEqual({ count: 1 })
  await reader.later(2000)
  expect(counts(reader)).toEqual({ a: 3, b: 2 })
})

test('An import fetches the counts at intervals, not for each event', async () => {
  const reader = await reading()
  const before = reader.server.sent('reads.counts').length
  for (let n = 0; n < 20; n++) {
    await reader.tell({ type: 'entries', feeds: { a: 1 } })
    await reader.later(300)
  }
  await reader.later(2000)
  expect(reader.server.sent('reads.counts').length - before).toBeLessThanOrEqual(4)
})

test('A subscription, folder or setting changed on another device changes here', async () => {
  const reader = await reading()
  reader.server.follow('c')
  reader.server.publish('c', 'c-0', NOON - 1000)
  await reader.tell(changed('subscriptions.create', { url: 'https://example.org/c.xml' }))
  expect(counts(reader)).toEqual({ a: 2, b: 2, c: 1 })
  const requests = reader.server.sent('settings.get').length
  await reader.tell(changed('settings.update', { tab: 'general' }))
  expect(reader.server.sent('settings.get')).toHaveLength(requests + 1)
})

test('After a break the stream reconnects and the missed state is fetched', async () => {
  const reader = await reading()
  for (const entry of reader.server.entries) entry.read = entry.id === 'b-0'
  await reader.tell(null)
  await reader.later(5000)
  await reader.tell({ type: 'hello', at: new Date(NOON).toISOString() })
  expect(counts(reader)).toEqual({ a: 2, b: 1 })
  await elsewhere(reader, 'reads.mark', ['a-0'])
  expect(read(reader)).toContain('a-0')
})

test('The stream is closed while offline and reconnects when online', async () => {
  const reader = await reading()
  reader.server.offline = true
  await reader.tell(null)
  await reader.later(6000)
  await elsewhere(reader, 'reads.mark', ['a-0'])
  expect(read(reader)).toEqual([])
  reader.server.offline = false
  reader.signal('online')
  await reader.settled()
  await elsewhere(reader, 'reads.mark', ['a-1'])
  expect(read(reader)).toContain('a-1')
})

test('A session ended on another device ends here', async () => {
  const reader = await reading()
  await allSettled(entryOpened, { scope: reader.scope, params: { id: 'a-0' } })
  reader.server.user = null
  await reader.tell({ type: 'bye' })
  expect(reader.scope.getState($session).status).toBe('unauthenticated')
})

test('the first greeting repeats no startup request; a greeting after a break fetches again', async () => {
  const server = createFakeServer()
  server.follow('a')
  const reader = await startReader({ server })
  const requests = () => server.sent('subscriptions.list', 'reads.counts').map(({ name }) => name)
  const hello = () => reader.tell({ type: 'hello', at: new Date(NOON).toISOString() })
  const atStart = requests()
  expect(new Set(atStart).size).toBe(2)
  await hello()
  expect(requests()).toEqual(atStart)
  const settings = server.sent('settings.get').length
  await hello()
  expect(requests().length).toBe(atStart.length + 2)
  expect(server.sent('settings.get').length).toBe(settings + 1)
})
