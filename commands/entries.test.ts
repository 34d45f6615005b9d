import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import type { Command } from '../src/core/index.ts'
import { registry } from '../src/model/app/index.ts'
import { $currentEntryId, $statuses, rowsRequested } from '../src/model/entries/index.ts'
import { $undoTitle } from '../src/model/journal/index.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000

/** Four entries, newest first e4 … e1, one per day; e2 is open. */
async function readerWithEntries(rows = ['1', '2', '3', '4']) {
  const server = createFakeServer()
  server.follow('1')
  for (const n of [1, 2, 3, 4]) server.publish('1', `${n}`, NOON - (5 - n) * DAY)
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await reader.settled()
  await allSettled(navigationRequested, { scope, params: { entryId: '2' } })
  await allSettled(rowsRequested, { scope, params: rows })
  await reader.settled()
  const run = async (id: string, args = {}) => {
    await allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard', args } })
    await reader.settled()
  }
  const where = (holds: (row: { read: boolean; starredAt: number | null }) => boolean) =>
    [...scope.getState($statuses).values()]
      .filter(holds)
      .map(({ id }) => id)
      .toSorted()
      .join(' ')
  return {
    reader,
    run,
    read: () => where((row) => row.read),
    starred: () => where((row) => row.starredAt !== null),
  }
}

test('an operator acts on its object: above, below, the feed', async () => {
  const { run, read, starred } = await readerWithEntries()
  expect(read()).toBe('2')
  await run('entries:read', { scope: 'above' })
  expect(read()).toBe('2 3 4')
  await run('entries:star', { scope: 'below' })
  expect(starred()).toBe('1')
  await run('entries:read', { scope: 'feed' })
  expect(read()).toBe('1 2 3 4')
})

test('several entries become starred unless all of them are', async () => {
  const { run, starred } = await readerWithEntries()
  await run('entry:star', { entries: ['1'] })
  expect(starred()).toBe('1')
  await run('entry:star', { entries: ['1', '2', '3'] })
  expect(starred()).toBe('1 2 3')
  await run('entry:star', { entries: ['1', '2', '3'] })
  expect(starred()).toBe('')
})

test('what is older than an age is marked as read', async () => {
  const { run, read } = await readerWithEntries()
  await run('entries:read-older', { age: '3d' })
  expect(read()).toBe('1 2')
  await run('entries:read-older', { age: '1d' })
  expect(read()).toBe('1 2 3')
})

test('a mark of what is older does not say that all is read where no entry that is loaded is older', async () => {
  const { run, read, reader } = await readerWithEntries()
  const before = read()
  await run('entries:read-older', { age: '9d' })
  expect(read()).toBe(before)
  expect(reader.scope.getState($undoTitle)?.values).toMatchObject({ change: 'app:undo.readMany', count: 0 })
})

test('the last change is repeated on the current target', async () => {
  const { run, starred, reader } = await readerWithEntries()
  await run('global:repeat')
  expect(starred()).toBe('')
  await run('entry:star')
  await allSettled(navigationRequested, { scope: reader.scope, params: { entryId: '3' } })
  await run('global:repeat')
  expect(starred()).toBe('2 3')
  await run('entries:star', { scope: 'below' })
  await allSettled(navigationRequested, { scope: reader.scope, params: { entryId: '4' } })
  await run('global:repeat')
  expect(starred()).toBe('1 2 3')
})

test('entries that are listed but not loaded are starred too', async () => {
  const { run, starred } = await readerWithEntries([])
  await run('entries:star', { scope: 'view' })
  expect(starred()).toBe('1 2 3 4')
})

test('what matches is selected with the query language', async () => {
  const { run, read } = await readerWithEntries()
  await run('entries:read-matching', { query: 'is:unread older:3d' })
  expect(read()).toBe('1 2')
})

test('each operator acts on each object: star, open and save what is above, below, of the day or the feed', async () => {
  const { reader, run, starred } = await readerWithEntries()
  const { scope, browserActions } = reader
  const saved: unknown[] = []
  const service: Command = {
    id: 'integration:save-to-shelf',
    group: 'integration',
    title: 'Shelf',
    kind: 'change',
    target: 'entries',
    args: [{ name: 'entries', type: 'entries', title: 'x' }],
    run: ({ args }) => void saved.push(args['entries']),
  }
  await run('entries:save', { scope: 'entry' })
  expect(saved).toEqual([])
  await allSettled(registry.registered, { scope, params: [service] })
  await run('entries:save', { scope: 'above' })
  expect(saved).toEqual([['4', '3']])
  await run('entries:save-older', { age: '3d' })
  expect(saved.slice(1)).toEqual([['1']])
  await run('entries:open', { scope: 'below' })
  expect(browserActions.filter((action) => action.startsWith('open'))).toHaveLength(1)
  await run('entries:open', { scope: 'feed' })
  expect(browserActions.filter((action) => action.startsWith('open'))).toHaveLength(5)
  await run('entries:star', { scope: 'day' })
  expect(starred()).toBe('2')
  await run('entries:star-matching', { query: 'newer:2d' })
  expect(starred()).toBe('2 3 4')
})

test('a key for the next entry is taken while the list has no rows yet', async () => {
  const { reader } = await readerWithEntries()
  const { scope } = reader
  const declined: string[] = []
  const stop = createWatch({ unit: registry.commandDeclined, scope, fn: ({ id }) => void declined.push(id) })
  const press = () =>
    allSettled(registry.commandInvoked, {
      scope,
      params: { id: 'timeline:switch-to-next', source: 'keyboard' },
    })
  void allSettled(navigationRequested, {
    scope,
    params: { source: { kind: 'feed', id: '1' }, entryId: null },
  })
  void press()
  await reader.settled()
  expect(scope.getState($currentEntryId)).toBe('4')

  // An empty list is still announced.
  await allSettled(navigationRequested, {
    scope,
    params: { source: { kind: 'collections' }, entryId: null },
  })
  await reader.settled()
  await press()
  expect(declined).toEqual(['timeline:switch-to-next'])
  stop()
})
