import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { infoNotified, registry } from '../src/model/app/index.ts'
import { $statuses } from '../src/model/entries/index.ts'
import { $undoTitle, undoRequested } from '../src/model/journal/index.ts'
import { $pipelines } from '../src/model/pipelines/index.ts'
import { createFakeServer, startReader, type Reader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000

/** Entries 1 to `count`, one per day, the first published yesterday. */
async function readerWith(
  count: number,
  { pageSize = count, ...setup }: Parameters<typeof startReader>[0] & { pageSize?: number } = {},
): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  server.pageSize = pageSize
  for (let n = 1; n <= count; n++) server.publish('1', `${n}`, NOON - n * DAY, { title: `Story ${n}` })
  const reader = await startReader({ server, ...setup })
  await allSettled(registry.registered, { scope: reader.scope, params: allCommands })
  await reader.settled()
  return reader
}
async function run(reader: Reader, id: string, args = {}): Promise<void> {
  await allSettled(registry.commandInvoked, { scope: reader.scope, params: { id, source: 'palette', args } })
  await reader.settled()
}
const rows = ({ scope }: Reader, holds: (row: { read: boolean; starredAt: number | null }) => boolean) =>
  [...scope.getState($statuses).values()]
    .filter(holds)
    .map(({ id }) => id)
    .toSorted()
    .join(' ')
const read = (reader: Reader) => rows(reader, (row) => row.read)
const starred = (reader: Reader) => rows(reader, (row) => row.starredAt !== null)
const steps = (...ids: string[]) => ({ steps: ids.map((id) => ({ id, args: {} })) })

test('a pipeline runs its commands over the entries that were selected at its start, and one undo takes all back', async () => {
  const reader = await readerWith(5)
  await run(reader, 'pipeline:run', {
    query: 'is:unread older:3d',
    steps: steps('entry:read', 'entry:star'),
  })
  expect(read(reader)).toBe('4 5')
  expect(starred(reader)).toBe('4 5')
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  await reader.settled()
  expect([read(reader), starred(reader)]).toEqual(['', ''])
})

test('a pipeline reports once: its changes with their undo, or that it is done', async () => {
  const reader = await readerWith(3)
  const reports: string[] = []
  createWatch({ unit: infoNotified, scope: reader.scope, fn: ({ key }) => reports.push(key) })
  const pipeline = { query: 'story', steps: steps('entry:star') }
  await run(reader, 'pipeline:run', pipeline)
  expect(reports.filter((key) => key.includes('pipeline'))).toEqual([])
  // No entry is left to star.
  await run(reader, 'pipeline:run', pipeline)
  expect(reports.filter((key) => key.includes('pipeline'))).toEqual(['app:palette.pipeline.done'])
})

test('a command of a pipeline sets rather than toggles', async () => {
  const reader = await readerWith(3)
  const pipeline = { query: 'story', steps: steps('entry:star') }
  await run(reader, 'pipeline:run', pipeline)
  await run(reader, 'pipeline:run', pipeline)
  expect(starred(reader)).toBe('1 2 3')
})

test('a pipeline and a search act on what only the server has as well', async () => {
  for (const act of [
    (reader: Reader) => run(reader, 'pipeline:run', { query: 'story', steps: steps('entry:read') }),
    (reader: Reader) => run(reader, 'entries:read-matching', { query: 'story' }),
  ]) {
    const reader = await readerWith(7, { pageSize: 2 })
    expect((await reader.local.call('entries.queryCount', { select: 'story' })).total).toBeLessThan(7)
    await act(reader)
    expect(reader.server.entries.filter((one) => one.read)).toHaveLength(7)
    await allSettled(undoRequested, { scope: reader.scope, params: undefined })
    await reader.settled()
    expect(reader.server.entries.filter((one) => one.read)).toHaveLength(0)
  }
})

test('a pipeline runs offline', async () => {
  const reader = await readerWith(3)
  reader.server.offline = true
  reader.signal('offline')
  await run(reader, 'pipeline:run', { query: 'title:story', steps: steps('entry:read') })
  expect(read(reader)).toBe('1 2 3')
})

test('a query that cannot be read, and one that selects nothing, change nothing', async () => {
  const reader = await readerWith(2)
  await run(reader, 'pipeline:run', { query: 'is:nonsense', steps: steps('entry:read') })
  await run(reader, 'pipeline:run', { query: 'zebra', steps: steps('entry:read') })
  expect(read(reader)).toBe('')
})

test('above 500 entries it asks once', async () => {
  const reader = await readerWith(501)
  const affectedCounts: number[] = []
  createWatch({
    unit: registry.confirmationNeeded,
    scope: reader.scope,
    fn: ({ affected }) => void affectedCounts.push(affected),
  })
  const pipeline = { query: 'story', steps: steps('entry:star', 'entry:read') }
  await run(reader, 'pipeline:run', pipeline)
  expect(affectedCounts).toEqual([501])
  expect(read(reader)).toBe('')
})

test('a saved pipeline is a command, also after a reload, until it is deleted', async () => {
  const reader = await readerWith(2)
  const { scope, storage, local } = reader
  await run(reader, 'pipeline:save', { query: 'story', steps: steps('entry:star'), title: 'Star stories' })
  expect(scope.getState(registry.$commands).get('pipeline:saved-star-stories')?.title).toBe('Star stories')
  await run(reader, 'pipeline:saved-star-stories')
  expect(starred(reader)).toBe('1 2')

  await run(reader, 'pipeline:export')
  expect(reader.browserActions).toContain('download pipelines.json')

  const again = await startReader({ storage, local })
  expect(again.scope.getState($pipelines)).toEqual(scope.getState($pipelines))
  expect(again.scope.getState(registry.$commands).has('pipeline:saved-star-stories')).toBe(true)
  await run(reader, 'pipeline:delete', { pipeline: 'Star stories' })
  expect(scope.getState(registry.$commands).has('pipeline:saved-star-stories')).toBe(false)
  expect(scope.getState($undoTitle)?.values['change']).toBe('app:undo.pipelines')
  await allSettled(undoRequested, { scope, params: undefined })
  await reader.settled()
  expect(scope.getState(registry.$commands).has('pipeline:saved-star-stories')).toBe(true)
})
