import { expect, test } from 'vitest'
import type { TreeRow } from '../../model/subscriptions/index.ts'
import { commandOfDrop, draggedWith, placementOfDrop } from './subscription-drop.ts'

const feed = (category: string | null, view = 0) => ({ type: 'feed' as const, view: view as 0, category })
const subscriptions = new Map<string, { type: 'feed' | 'list'; view: 0; category: string | null }>([
  ['feed/a', feed(null)],
  ['feed/b', feed('News')],
  ['feed/c', feed('News')],
  ['feed/d', feed('News', 1)],
  ['list/e', { type: 'list', view: 0, category: null }],
])
const row = (kind: TreeRow['kind'], rest: Partial<TreeRow> = {}): TreeRow =>
  ({ kind, id: kind, title: kind, depth: 0, unread: 0, ...rest }) as TreeRow
const feedRow = (id: string) => row('feed', { subscriptionId: id })
const folder = row('folder', { title: 'News' })
const source = { subscriptions, selected: new Set<string>(), view: 0 } as const
const onRow = (ids: readonly string[], target: TreeRow) =>
  commandOfDrop(ids, { is: 'row', row: target }, subscriptions)

test('a feed is dragged alone, with the selection it is part of, and a folder with what it holds in this view', () => {
  expect(draggedWith(feedRow('feed/a'), source)).toEqual(['feed/a'])
  const selected = new Set(['feed/a', 'feed/b'])
  expect(draggedWith(feedRow('feed/a'), { ...source, selected })).toEqual(['feed/a', 'feed/b'])
  expect(draggedWith(feedRow('feed/c'), { ...source, selected })).toEqual(['feed/c'])
  expect(draggedWith(folder, source)).toEqual(['feed/b', 'feed/c'])
  expect(draggedWith(row('folder', { title: 'News', automatic: true }), source)).toEqual([])
  expect(draggedWith(row('stars'), source)).toEqual([])
})

test('a drop on a folder, or on a feed in one, moves into it; only what is not there yet', () => {
  const moved = { id: 'subscription:move', args: { subscriptions: ['feed/a'], category: 'News' } }
  expect(onRow(['feed/a', 'feed/b'], folder)).toEqual(moved)
  expect(onRow(['feed/a'], feedRow('feed/b'))).toEqual(moved)
  expect(onRow(['feed/b'], folder)).toBeNull()
})

test('a drop on All, or on a feed without a folder, takes out of the folder', () => {
  const taken = { id: 'subscription:take-out-of-folder', args: { subscriptions: ['feed/b'] } }
  expect(onRow(['feed/b'], row('all'))).toEqual(taken)
  expect(onRow(['feed/b'], feedRow('feed/a'))).toEqual(taken)
  expect(onRow(['feed/a'], row('all'))).toBeNull()
})

test('lists are in no folder, and groups of one site take nothing, but every view takes both', () => {
  expect(onRow(['list/e'], folder)).toBeNull()
  expect(onRow(['feed/a'], row('folder', { title: 'site.example', automatic: true }))).toBeNull()
  expect(onRow(['feed/a'], row('stars'))).toBeNull()
  expect(commandOfDrop(['list/e', 'feed/d'], { is: 'view', view: 1 }, subscriptions)).toEqual({
    id: 'subscription:move-to-view',
    args: { subscriptions: ['list/e'], view: 1 },
  })
  expect(commandOfDrop(['feed/d'], { is: 'view', view: 1 }, subscriptions)).toBeNull()
})

const column = [
  row('folder', { id: 'folder/News', title: 'News' }),
  row('feed', { id: 'feed/b', subscriptionId: 'feed/b', depth: 1 }),
  row('feed', { id: 'feed/c', subscriptionId: 'feed/c', depth: 1 }),
  row('folder', { id: 'folder/site', title: 'site', automatic: true }),
  row('feed', { id: 'feed/s', subscriptionId: 'feed/s', depth: 1 }),
  row('feed', { id: 'feed/a', subscriptionId: 'feed/a' }),
]
const at = (id: string) => column.find((one) => one.id === id)!
const between = (dragged: string, target: string, edge: 'before' | 'after') =>
  placementOfDrop([dragged], { is: 'row', row: at(target), edge }, { dragged: at(dragged), rows: column })

test('a drop between feeds, or between folders, puts them there; where they are already it does nothing', () => {
  expect(between('feed/c', 'feed/b', 'before')).toEqual({
    rows: ['feed/c'],
    folder: 'News',
    before: 'feed/b',
  })
  expect(between('feed/a', 'feed/c', 'after')).toEqual({
    rows: ['feed/a'],
    folder: 'News',
    before: undefined,
  })
  expect(between('folder/site', 'folder/News', 'before')).toEqual({
    rows: ['folder/site'],
    folder: '',
    before: 'folder/News',
  })
  expect(between('feed/b', 'feed/c', 'before')).toBeNull()
  expect(between('feed/b', 'folder/News', 'before')).toBeNull()
  expect(between('feed/a', 'feed/s', 'before')).toBeNull()
})
