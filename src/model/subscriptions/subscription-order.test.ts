import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { allCommands } from '../../../commands/index.ts'
import { registry } from '../app/registry.ts'
import { undoRequested } from '../journal/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $tree, folderRenamed, folderToggled, treeRowFocused } from './index.ts'
import { rowsPlaced, type Placement } from './subscription-order.ts'
import { $unreadSources } from './unread-sources.ts'

/** Folders Arts (1, 2, 3) and News (4), and the feeds 5 and 6. */
async function column() {
  const server = createFakeServer()
  for (const id of ['1', '2', '3']) server.follow(id, { category: 'Arts' })
  server.follow('4', { category: 'News' })
  server.follow('5')
  server.follow('6')
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(folderToggled, { scope, params: 'Arts' })
  const rows = () =>
    scope
      .getState($tree)
      .flatMap(({ kind, title, depth }) =>
        kind === 'folder' || kind === 'feed' ? '>'.repeat(depth) + title.replace('Feed ', '') : [],
      )
      .join(' ')
  const press = async (row: string, id: string, count = 1) => {
    await allSettled(treeRowFocused, { scope, params: row })
    await allSettled(registry.commandInvoked, { scope, params: { id, count, source: 'keyboard' } })
  }
  const undo = () => allSettled(undoRequested, { scope, params: undefined })
  const place = (params: Placement) => allSettled(rowsPlaced, { scope, params })
  return { reader, scope, server, rows, press, undo, place }
}

test('keys put a feed before and after those of its folder, as a setting that reaches other devices', async () => {
  const { reader, server, rows, press, undo } = await column()
  expect(rows()).toBe('Arts >1 >2 >3 News 5 6')
  await press('feed/3', 'subscription:move-up', 2)
  expect(rows()).toBe('Arts >3 >1 >2 News 5 6')
  await reader.later(60_000)
  // Those that follow by name need no place.
  expect(server.settings['general']).toMatchObject({ subscriptionOrder: { Arts: ['feed/3'] } })
  await press('feed/1', 'subscription:move-down')
  expect(rows()).toBe('Arts >3 >2 >1 News 5 6')
  await undo()
  await undo()
  expect(rows()).toBe('Arts >1 >2 >3 News 5 6')
})

test('from the end of a folder keys lead to the next one, which opens, and one undo takes it back', async () => {
  const { server, rows, press, undo } = await column()
  await press('feed/3', 'subscription:move-down')
  expect(rows()).toBe('Arts >1 >2 News >3 >4 5 6')
  expect(server.follows.get('3')).toMatchObject({ category: 'News' })
  await undo()
  expect(rows()).toBe('Arts >1 >2 >3 News >4 5 6')
  await press('feed/5', 'subscription:move-up')
  expect(rows()).toBe('Arts >1 >2 >3 News >4 >5 6')
  await press('feed/5', 'subscription:move-down')
  expect(rows()).toBe('Arts >1 >2 >3 News >4 5 6')
})

test('feeds are put between feeds of another folder, and folders between folders', async () => {
  const { scope, rows, press, place } = await column()
  await place({ rows: ['feed/6', 'feed/5'], folder: 'Arts', before: 'feed/2' })
  expect(rows()).toBe('Arts >1 >6 >5 >2 >3 News')
  await press('folder/News', 'subscription:move-up')
  expect(rows()).toBe('News Arts >1 >6 >5 >2 >3')
  // Keys that go through unread feeds follow the same order.
  const unread = scope.getState($unreadSources).rows.map(({ id }) => id)
  expect(unread.slice(unread.indexOf('folder/News')).join(' ')).toBe(
    'folder/News feed/4 folder/Arts feed/1 feed/6 feed/5 feed/2 feed/3',
  )
})

test('an order stays with a folder that is renamed, and goes when it is sorted by name', async () => {
  const { scope, rows, press, undo } = await column()
  await press('feed/2', 'subscription:move-up')
  await press('folder/News', 'subscription:move-up')
  await allSettled(folderRenamed, { scope, params: { from: 'Arts', to: 'Zest' } })
  await allSettled(folderRenamed, { scope, params: { from: 'News', to: 'Past' } })
  expect(rows()).toBe('Past Zest >2 >1 >3 5 6')
  await press('feed/1', 'subscription:sort-by-name')
  expect(rows()).toBe('Past Zest >1 >2 >3 5 6')
  await undo()
  expect(rows()).toBe('Past Zest >2 >1 >3 5 6')
})
