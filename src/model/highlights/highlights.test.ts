import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { laterLoaded } from '../app/ready.ts'
import { rowsRequested } from '../entries/index.ts'
import { undoRequested, redoRequested } from '../journal/index.ts'
import { navigationRequested } from '../location/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import {
  $currentHighlight,
  $highlights,
  $meantHighlight,
  $placedHighlights,
  highlightCreated,
  highlightDeleted,
  highlightsExportRequested,
  highlightsFound,
  highlightStepped,
  highlightUpdated,
} from './index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
async function reading(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['a', 'b']) server.publish('1', id, NOON - id.charCodeAt(0) * 1000)
  const reader = await startReader({ server })
  await allSettled(rowsRequested, { scope: reader.scope, params: ['a', 'b'] })
  return reader
}
const quote = (exact: string) => ({ exact, prefix: '', suffix: '' })
const create = (
  reader: Reader,
  id: string,
  exact: string | null,
  note: string | null = null,
  entryId = 'a',
) =>
  allSettled(highlightCreated, {
    scope: reader.scope,
    params: { id, entryId, quote: exact === null ? null : quote(exact), position: null, note },
  })
const shown = ({ scope }: Reader) =>
  scope.getState($highlights).map(({ id, color, note }) => [id, color, note ?? ''].join(' ').trim())
const stored = ({ server }: Reader) =>
  [...server.highlights.values()]
    .filter(({ deleted }) => !deleted)
    .map(({ id, note }) => [id, note ?? ''].join(' ').trim())

test('a highlight is visible at once, with its entry, and found by a query', async () => {
  const reader = await reading()
  await create(reader, 'h1', 'clouds', 'look up')
  expect(shown(reader)).toEqual(['h1 yellow look up'])
  expect(reader.scope.getState($highlights)[0]?.entry.feedId).toBe('1')
  expect(stored(reader)).toEqual(['h1 look up'])
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'search', query: 'note:look' } },
  })
  const { ids } = reader.scope.getState($timeline)
  expect(idsIn(ids, 0, ids.length)).toEqual(['a'])
})

test('what is highlighted while the server is away is sent later, in order', async () => {
  const reader = await reading()
  reader.server.offline = true
  await create(reader, 'h1', 'clouds')
  await allSettled(highlightUpdated, {
    scope: reader.scope,
    params: { id: 'h1', note: 'rain', color: 'blue' },
  })
  await create(reader, 'h2', null, 'on the entry')
  expect(shown(reader).toSorted()).toEqual(['h1 blue rain', 'h2 yellow on the entry'])
  expect(stored(reader)).toEqual([])
  reader.server.offline = false
  reader.signal('online')
  await reader.later(60_000)
  expect(stored(reader)).toEqual(['h1 rain', 'h2 on the entry'])
})

test('creating, changing and deleting can be undone and done again', async () => {
  const reader = await reading()
  const undo = () => allSettled(undoRequested, { scope: reader.scope, params: undefined })
  await create(reader, 'h1', 'clouds', 'first')
  await allSettled(highlightUpdated, { scope: reader.scope, params: { id: 'h1', note: 'second' } })
  await allSettled(highlightDeleted, { scope: reader.scope, params: { id: 'h1' } })
  expect(shown(reader)).toEqual([])
  await undo()
  expect(shown(reader)).toEqual(['h1 yellow second'])
  expect(stored(reader)).toEqual(['h1 second'])
  await undo()
  expect(stored(reader)).toEqual(['h1 first'])
  await undo()
  expect(shown(reader)).toEqual([])
  expect(stored(reader)).toEqual([])
  await allSettled(redoRequested, { scope: reader.scope, params: undefined })
  expect(stored(reader)).toEqual(['h1 first'])
})

test('highlights are exported as Markdown: all to a file, those of one entry to the clipboard', async () => {
  const reader = await reading()
  const run = (params: { entryIds: readonly string[] | null; format: 'file' | 'copy' }) =>
    allSettled(highlightsExportRequested, { scope: reader.scope, params })
  await create(reader, 'h1', 'clouds', 'look up')
  await create(reader, 'h2', 'rain', null, 'b')
  await run({ entryIds: ['a'], format: 'copy' })
  const [copied] = reader.browserActions
  expect(copied).toContain('> clouds\n\nlook up')
  expect(copied).not.toContain('rain')
  await run({ entryIds: null, format: 'file' })
  expect(reader.browserActions[1]).toMatch(/^download highlights-\d{4}-\d\d-\d\d\.md$/)
  await run({ entryIds: ['none'], format: 'copy' })
  expect(reader.browserActions).toHaveLength(2)
})

test('a refused highlight is gone again', async () => {
  const reader = await reading()
  reader.server.refuse('highlights.create', 'highlightLimit')
  await create(reader, 'h1', 'clouds')
  expect(shown(reader)).toEqual([])
})

test('another device’s highlights are fetched, and its deletions', async () => {
  const reader = await reading()
  await create(reader, 'h1', 'clouds')
  await reader.server.api.highlights.create({ id: 'h2', entryId: 'b', note: 'from elsewhere' })
  await reader.server.api.highlights.delete({ id: 'h1' })
  await reader.tell({ type: 'changed', call: 'highlights.delete', from: 'other' })
  expect(shown(reader)).toEqual(['h2 yellow from elsewhere'])
  const again = await startReader({
    server: createFakeServer(),
    local: reader.local,
    storage: reader.storage,
  })
  expect(shown(again)).toEqual(['h2 yellow from elsewhere'])
})

test('a start that loads them later fetches then what it has missed', async () => {
  const reader = await reading()
  await reader.server.api.highlights.create({ id: 'h2', entryId: 'b', note: 'from elsewhere' })
  expect(shown(reader)).toEqual([])
  await allSettled(laterLoaded, { scope: reader.scope })
  expect(shown(reader)).toEqual(['h2 yellow from elsewhere'])
})

test('stepping goes through what the text has, in its order, and leaves out what it has not', async () => {
  const reader = await reading()
  const { scope } = reader
  await allSettled(navigationRequested, { scope, params: { entryId: 'a' } })
  for (const id of ['h1', 'h2', 'h3']) await create(reader, id, `words of ${id}`)
  await create(reader, 'n1', null, 'on the entry')
  await create(reader, 'other', 'elsewhere', null, 'b')
  await allSettled(highlightsFound, { scope, params: { pane: 'p', entryId: 'a', ids: ['h3', 'h1'] } })
  expect(scope.getState($placedHighlights).map(({ highlight, found }) => [highlight.id, found])).toEqual([
    ['h3', true],
    ['h1', true],
    ['h2', false],
    ['n1', true],
  ])
  const step = async (by: number) => {
    await allSettled(highlightStepped, { scope, params: { by } })
    return scope.getState($currentHighlight)?.id
  }
  expect(await step(1)).toBe('h3')
  expect(await step(1)).toBe('h1')
  expect(await step(1)).toBe('h3')
  expect(await step(-1)).toBe('h1')
  expect(scope.getState($meantHighlight)).toBe('h1')
  await allSettled(highlightDeleted, { scope, params: { id: 'h1' } })
  expect(scope.getState($currentHighlight)).toBeNull()
  expect(scope.getState($meantHighlight)).toBeNull()
})
