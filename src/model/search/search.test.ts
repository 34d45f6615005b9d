import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $currentEntryId } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { allMarked, readToggled } from '../reads/index.ts'
import { $tree } from '../subscriptions/index.ts'
import {
  $groups,
  $timeline,
  $timelineIds,
  endReached,
  entryStepped,
  idsIn,
  unreadOnlyToggled,
} from '../timeline/index.ts'
import { $savedSearches, searchDeleted, searchRenamed, searchSaved } from './saved-searches.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { countEntriesFx, searchEntriesFx } from './index.ts'
import { nearnessOf } from './rankings.ts'
import { selectEntriesFx } from './select-entries.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** The feed's page holds the two newest alone: the others are known to the server only. */
async function reader(): Promise<Reader> {
  const server = createFakeServer()
  server.pageSize = 2
  server.follow('1')
  for (let n = 0; n < 6; n++)
    server.publish('1', `e${n}`, NOON - n * 60_000, { title: n % 2 === 0 ? `Rust ${n}` : `Go ${n}` })
  return startReader({ server })
}
const listed = ({ scope }: Reader) => idsIn(scope.getState($timelineIds).ids)
const open = ({ scope }: Reader, query: string) =>
  allSettled(navigationRequested, { scope, params: { source: { kind: 'search', query } } })
const search = async ({ scope }: Reader, q: string, limit: number) => {
  const { status, value } = await allSettled(searchEntriesFx, { scope, params: { q, limit } })
  if (status === 'fail') throw value
  return value
}

test('hits of follow.db come first, then those that only the server has, each once', async () => {
  const one = await reader()
  const { hits, total } = await search(one, 'rust', 10)
  expect(hits.map(({ id }) => id)).toEqual(['e0', 'e2', 'e4'])
  expect(total).toBe(3)
  const sent = one.server.sent('entries.search').length
  expect((await search(one, 'rust', 1)).hits.map(({ id }) => id)).toEqual(['e0'])
  expect(one.server.sent('entries.search')).toHaveLength(sent)
})

test('a hit without a title is named by its address', async () => {
  const server = createFakeServer()
  server.pageSize = 1
  server.follow('1')
  for (let n = 0; n < 2; n++) server.publish('1', `e${n}`, NOON - n, { title: '' })
  const { hits } = await search(await startReader({ server }), 'is:unread', 10)
  expect(hits.map(({ title }) => title)).toEqual(['https://example.org/e0', 'https://example.org/e1'])
})

test('a query is counted on the server, and offline in follow.db', async () => {
  const one = await reader()
  const count = async (q: string) =>
    (await allSettled(countEntriesFx, { scope: one.scope, params: { q } })).value
  expect(await count('rust')).toEqual({ total: 3, error: null })
  expect(await count('(')).toMatchObject({ total: 0, error: { position: expect.any(Number) } })
  one.server.offline = true
  expect(await count('rust')).toEqual({ total: 1, error: null })
})

test('offline a search finds what follow.db has', async () => {
  const one = await reader()
  one.server.offline = true
  one.signal('offline')
  expect((await search(one, 'rust', 10)).hits.map(({ id }) => id)).toEqual(['e0'])
  const { value } = await allSettled(countEntriesFx, { scope: one.scope, params: { q: 'rust is:unread' } })
  expect(value).toEqual({ total: 1, error: null })
})

test('a query that cannot be read is reported with its position', async () => {
  const one = await reader()
  expect(await search(one, 'rust is:new', 10)).toMatchObject({
    hits: [],
    error: { code: 'unknownValue', position: 8 },
  })
})

test('a query is a timeline, with what the server has beyond follow.db', async () => {
  const one = await reader()
  await open(one, 'rust')
  expect(listed(one)).toEqual(['e0', 'e2', 'e4'])
  await open(one, 'go OR "rust 4"')
  expect(listed(one)).toEqual(['e1', 'e3', 'e4', 'e5'])
  await open(one, '(')
  expect(listed(one)).toEqual([])
})

test('a timeline of words in transcripts stores those of the entries that the server finds', async () => {
  const server = createFakeServer()
  server.pageSize = 1
  server.follow('1')
  const transcript = (text: string) => ({ lines: [{ start: 1, end: 2, text }], language: null })
  server.publish('1', 'e0', NOON)
  server.publish('1', 'e1', NOON - 1, { transcript: transcript('Beans climb.') })
  server.publish('1', 'e2', NOON - 2, { transcript: transcript('Peas climb.') })
  const one = await startReader({ server })
  await open(one, 'transcript:beans')
  expect(listed(one)).toEqual(['e1'])
  const sent = server.sent('entries.transcript').length
  server.offline = true
  one.signal('offline')
  await open(one, 'transcript:climb')
  expect(listed(one)).toEqual(['e1'])
  expect(server.sent('entries.transcript')).toHaveLength(sent)
})

test('words of a text that this device lacks are found, and its text alone is requested', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'e0', NOON, { title: 'Beans', content: '<p>They climb.</p>' })
  server.publish('1', 'e1', NOON - 1, { content: '<p>Beans climb.</p>' })
  server.publish('1', 'e2', NOON - 2, { content: '<p>Peas climb.</p>' })
  const one = await startReader({ server })
  await open(one, 'beans')
  expect(listed(one)).toEqual(['e0', 'e1'])
  expect(server.sent('entries.stream')).toMatchObject([{ input: { ids: ['e1'] } }])
})

test('words are found in transcripts too, of which only those are requested that may have them', async () => {
  const server = createFakeServer()
  server.follow('1')
  const transcript = (text: string) => ({ lines: [{ start: 1, end: 2, text }], language: null })
  const podcast = { transcripts: [{ url: 'https://pod.example/t' }] }
  const files = { media: null, attachments: null, extra: { podcast } }
  server.publish('1', 'e0', NOON, { title: 'No beans spoken' })
  server.publish('1', 'e1', NOON - 1, { files, transcript: transcript('Beans & <b>peas</b> climb.') })
  server.publish('1', 'e2', NOON - 2, { files, title: 'On beans', transcript: transcript('Hello') })
  const one = await startReader({ server })
  await open(one, 'beans')
  expect(listed(one)).toEqual(['e0', 'e1', 'e2'])
  expect(server.sent('entries.transcript')).toHaveLength(1)
  const snippets = await one.local.call('entries.snippets', { ids: ['e1'], select: 'beans' })
  expect(snippets['e1']?.text).toContain('Beans & <b>peas</b> climb.')
  server.offline = true
  one.signal('offline')
  await open(one, 'peas')
  expect(listed(one)).toEqual(['e1'])
})

test('a query orders its timeline: as its sort says, else the newest first', async () => {
  const one = await reader()
  await open(one, 'rust sort:old')
  expect(listed(one)).toEqual(['e4', 'e2', 'e0'])
  expect(one.scope.getState($groups).map(({ from, to }) => [from, to])).toEqual([[0, 3]])
  await open(one, 'rust sort:new limit:2')
  expect(listed(one)).toEqual(['e0', 'e2'])
  await one.local.call('entries.putContents', [{ id: 'e1', content: '<p>News of Rust</p>' }])
  await open(one, 'rust')
  // A title with the word comes no earlier than a text with it: dates would jump, and days be torn apart.
  expect(listed(one)).toEqual(['e0', 'e1', 'e2', 'e4'])
  expect(one.scope.getState($groups).map(({ from, to }) => [from, to])).toEqual([[0, 4]])
  await allSettled(entryStepped, { scope: one.scope, params: { by: 1 } })
  expect(one.scope.getState($currentEntryId)).toBe('e0')
})

test('a search lists what was read too, until only what is unread is asked for', async () => {
  const one = await reader()
  await open(one, 'rust')
  await allSettled(readToggled, { scope: one.scope, params: { ids: ['e2'] } })
  expect(listed(one)).toEqual(['e0', 'e2', 'e4'])
  await allSettled(unreadOnlyToggled, { scope: one.scope, params: undefined })
  expect(listed(one)).toEqual(['e0', 'e4'])
  await allSettled(unreadOnlyToggled, { scope: one.scope, params: undefined })
  expect(listed(one)).toEqual(['e0', 'e2', 'e4'])
})

test('a long list of another order than newest first holds each entry once, in its order', async () => {
  const server = createFakeServer()
  server.pageSize = 500
  server.follow('1')
  const ids = Array.from({ length: 450 }, (_, n) => `${1000 + n}`)
  ids.forEach((id, n) => server.publish('1', id, NOON - n * 1000, { title: 'Rust' }))
  const one = await startReader({ server })
  await open(one, 'rust sort:old')
  await one.settled()
  expect(listed(one)).toEqual(ids.toReversed())
})

test('what the server has beyond the first pages is fetched when the end is seen', async () => {
  const server = createFakeServer()
  server.pageSize = 2
  server.follow('1')
  for (let n = 0; n < 420; n++) server.publish('1', `${1000 + n}`, NOON - n * 1000, { title: 'Rust' })
  const one = await startReader({ server })
  await open(one, 'rust')
  await one.settled()
  expect(listed(one)).toHaveLength(300)
  expect(one.scope.getState($timeline).remoteMore).toBe(true)
  const timelines = server.sent('entries.list').length
  for (const length of [400, 420]) {
    await allSettled(endReached, { scope: one.scope, params: undefined })
    await one.settled()
    expect(listed(one)).toHaveLength(length)
  }
  expect(one.scope.getState($timeline).remoteMore).toBe(false)
  expect(server.sent('entries.list')).toHaveLength(timelines)
})

test.each(['rust', 'rust sort:old'])('marking %s as read marks its entries and no others', async (query) => {
  const one = await reader()
  await open(one, query)
  await allSettled(allMarked, { scope: one.scope, params: { scope: 'source' } })
  expect(one.server.entries.filter(({ read }) => read).map(({ id }) => id)).toEqual(['e0', 'e2', 'e4'])
})

test('a saved search is a row with its count, can be renamed and deleted, and reaches other devices', async () => {
  const one = await reader()
  const { scope, server } = one
  const rows = () =>
    scope.getState($tree).flatMap(({ kind, title, unread }) => (kind === 'search' ? [{ title, unread }] : []))
  await allSettled(searchSaved, { scope, params: { title: 'Rust', query: 'rust' } })
  await one.later(1000)
  expect(rows()).toEqual([{ title: 'Rust', unread: 1 }])
  await open(one, 'rust')
  await one.later(1000)
  expect(rows()).toEqual([{ title: 'Rust', unread: 3 }])
  await allSettled(searchRenamed, { scope, params: { title: 'Ferris', query: 'rust' } })
  await one.later(1000)
  expect(server.settings['general']).toMatchObject({ savedSearches: [{ title: 'Ferris', query: 'rust' }] })
  expect(rows()).toEqual([{ title: 'Ferris', unread: 3 }])
  await allSettled(searchDeleted, { scope, params: 'rust' })
  expect(scope.getState($savedSearches)).toEqual([])
  expect(scope.getState($tree).some(({ id }) => id === 'searches')).toBe(false)
})

test('a query that ranks is listed as the server ranks it, now and offline, and is not sent while it is typed', async () => {
  const one = await reader()
  one.server.ranking = [
    ['e5', 0.9],
    ['e1', 0.7],
    ['e3', 0.2],
  ]
  expect(await search(one, 'about:gophers', 10)).toMatchObject({ hits: [], error: null })
  expect(one.server.sent('entries.search')).toHaveLength(0)
  await open(one, 'about:gophers')
  expect(listed(one)).toEqual(['e5', 'e1', 'e3'])
  expect(one.scope.getState($timeline)).toMatchObject({ status: 'ready', remoteMore: false })
  const near = await nearnessOf(one.local, 'about:gophers')
  expect([...near]).toEqual([
    ['e5', 0.9],
    ['e1', 0.7],
    ['e3', 0.2],
  ])
  one.server.offline = true
  await open(one, 'rust')
  await open(one, 'about:gophers')
  expect(listed(one)).toEqual(['e5', 'e1', 'e3'])
})

test('where the server does not rank, the list and commands say why', async () => {
  const one = await reader()
  one.server.refuse('entries.search', 'queryNotRanked')
  await open(one, 'about:gophers')
  expect(one.scope.getState($timeline)).toMatchObject({
    status: 'error',
    error: { key: 'queryNotRanked' },
  })
  // Opened again without another request, as when feeds change.
  await allSettled(unreadOnlyToggled, { scope: one.scope })
  expect(one.scope.getState($timeline)).toMatchObject({ status: 'error' })
  one.server.refuse('entries.search', 'queryNotRanked')
  const params = 'about:gophers'
  expect(await allSettled(selectEntriesFx, { scope: one.scope, params })).toMatchObject({ status: 'fail' })
})

test('like:entry is like the current one', async () => {
  const one = await reader()
  one.server.ranking = [['e2', 0.5]]
  const entryId = 'e0'
  const source = { kind: 'all' } as const
  await allSettled(navigationRequested, { scope: one.scope, params: { source, entryId } })
  const { value } = await allSettled(selectEntriesFx, { scope: one.scope, params: 'is:unread like:entry' })
  expect(value).toMatchObject([{ id: 'e2' }])
  expect(one.server.sent('entries.search').at(-1)).toMatchObject({
    input: { q: 'is:unread like:e0' },
  })
})
