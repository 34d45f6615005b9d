import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $statuses, rowsRequested } from '../entries/index.ts'
import { undoRequested } from '../journal/index.ts'
import { navigationRequested } from '../location/index.ts'
import { $tree } from '../subscriptions/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import {
  $labels,
  labelCreated,
  labelDeleted,
  labelPut,
  labelRecolored,
  labelRenamed,
  labelsFoldToggled,
} from './index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
async function reading(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['a', 'b', 'c']) server.publish('1', id, NOON - id.charCodeAt(0) * 1000)
  const reader = await startReader({ server })
  await allSettled(rowsRequested, { scope: reader.scope, params: ['a', 'b', 'c'] })
  return reader
}
const put = (reader: Reader, name: string, entryIds: readonly string[], on = true) =>
  allSettled(labelPut, { scope: reader.scope, params: { name, entryIds, on } })
const labelsOf = ({ scope }: Reader, id: string) => scope.getState($statuses).get(id)?.labels ?? []
const names = ({ scope }: Reader) => scope.getState($labels).map(({ name }) => name)
const section = ({ scope }: Reader) =>
  scope
    .getState($tree)
    .filter(({ kind }) => kind === 'label')
    .map(({ title, depth, unread }) => `${'>'.repeat(depth)}${title} ${unread}`)
const listed = (reader: Reader) => {
  const { ids } = reader.scope.getState($timeline)
  return idsIn(ids, 0, ids.length)
}

test('a label is visible at once, counted with those within it, and has a timeline', async () => {
  const reader = await reading()
  await put(reader, 'Work/Later', ['a', 'b'])
  await put(reader, 'work', ['b', 'c'])
  expect(labelsOf(reader, 'b')).toEqual(['work', 'Work/Later'])
  expect(names(reader)).toEqual(['Work', 'Work/Later'])
  await reader.later(2000)
  expect(section(reader)).toEqual(['>Work 3', '>>Later 2'])
  const query = 'label:Work'
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'search', query } },
  })
  expect(listed(reader)).toEqual(['a', 'b', 'c'])
})

test('an undo takes the label off those entries alone that got it', async () => {
  const reader = await reading()
  await put(reader, 'later', ['a'])
  await put(reader, 'later', ['a', 'b'])
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(labelsOf(reader, 'a')).toEqual(['later'])
  expect(labelsOf(reader, 'b')).toEqual([])
})

test('labels put while the server is away are sent later', async () => {
  const reader = await reading()
  reader.server.offline = true
  await put(reader, 'later', ['a'])
  expect(labelsOf(reader, 'a')).toEqual(['later'])
  expect(reader.server.entries.find(({ id }) => id === 'a')?.labels).toBeUndefined()
  reader.server.offline = false
  reader.signal('online')
  await reader.later(60_000)
  expect(reader.server.entries.find(({ id }) => id === 'a')?.labels).toEqual(['later'])
})

test('renaming, colouring and deleting labels can be undone', async () => {
  const reader = await reading()
  await allSettled(labelCreated, { scope: reader.scope, params: { name: 'a/b', color: 'blue' } })
  await put(reader, 'a/b', ['a'])
  await allSettled(labelRenamed, { scope: reader.scope, params: { name: 'a', to: 'x/y' } })
  expect(names(reader)).toEqual(['x', 'x/y', 'x/y/b'])
  expect(labelsOf(reader, 'a')).toEqual(['x/y/b'])
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(labelsOf(reader, 'a')).toEqual(['a/b'])
  await allSettled(labelRecolored, { scope: reader.scope, params: { name: 'a/b', color: 'red' } })
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(reader.scope.getState($labels)).toContainEqual({ name: 'a/b', color: 'blue' })
  await allSettled(labelDeleted, { scope: reader.scope, params: { name: 'a' } })
  expect(labelsOf(reader, 'a')).toEqual([])
  expect(names(reader)).not.toContain('a/b')
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(labelsOf(reader, 'a')).toEqual(['a/b'])
  expect(names(reader)).toContain('a/b')
})

test('a label that another device puts on an entry is visible here', async () => {
  const reader = await reading()
  reader.server.entries.find(({ id }) => id === 'a')!.labels = ['theirs']
  await reader.tell({
    type: 'changed',
    call: 'labels.add',
    input: { name: 'theirs', entryIds: ['a'] },
    from: 'other',
  })
  expect(labelsOf(reader, 'a')).toEqual(['theirs'])
})

test('the section of labels folds, but for the current one', async () => {
  const reader = await reading()
  await put(reader, 'a', ['a'])
  await put(reader, 'b', ['b'])
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'search', query: 'label:b' } },
  })
  await allSettled(labelsFoldToggled, { scope: reader.scope })
  await reader.later(2000)
  expect(section(reader)).toEqual(['>b 1'])
})
