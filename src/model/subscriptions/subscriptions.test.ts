import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { appStarted, errorNotified, type UserNotification } from '../app/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $location, navigationRequested } from '../location/index.ts'
import { $pendingCount } from '../outbox/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import {
  $counts,
  $currentRow,
  $subscriptions,
  $tree,
  $viewTabs,
  folderDeleted,
  folderRenamed,
  folderToggled,
  followRequested,
  subscriptionEdited,
  subscriptionsMoved,
  treeRowFocused,
  unfollowRequested,
} from './index.ts'
import { createFakeServer, createReader, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
function library() {
  const server = createFakeServer()
  server.follow('1', { category: 'News' })
  server.follow('2', { category: 'News' })
  server.follow('3', { view: 1 })
  server.publish('1', 'a', NOON - 1000)
  server.publish('3', 'b', NOON - 2000)
  return server
}
const titles = ({ scope }: Reader) =>
  scope.getState($tree).map(({ title, depth }) => '>'.repeat(depth) + title)
const followed = ({ scope }: Reader) => [...scope.getState($subscriptions).keys()].toSorted()

test('folders hold their feeds, unfold, and sum their unread', async () => {
  const reader = await startReader({ server: library() })
  expect(titles(reader)).toEqual(['', '', 'News'])
  expect(reader.scope.getState($tree)[2]).toMatchObject({ kind: 'folder', unread: 1, open: false })
  await allSettled(folderToggled, { scope: reader.scope, params: 'News' })
  expect(titles(reader)).toEqual(['', '', 'News', '>Feed 1', '>Feed 2'])
  expect(reader.scope.getState($viewTabs).map(({ unread }) => unread)).toEqual([1, 1, 0, 0, 0, 0])
})

test('following an address offline shows it at once, and the real feed replaces it later', async () => {
  const reader = await startReader({ server: library() })
  reader.server.feeds.set('5', { url: 'https://example.org/5.xml', title: 'The fifth' })
  reader.server.publish('5', 'five', NOON)
  reader.server.offline = true
  await allSettled(followRequested, {
    scope: reader.scope,
    params: { url: ' https://example.org/5.xml ', view: 0 },
  })
  expect(followed(reader).some((id) => id.startsWith('feed/nonce-'))).toBe(true)
  expect(titles(reader)).toContain('https://example.org/5.xml')
  reader.server.offline = false
  reader.signal('online')
  await reader.later(60_000)
  expect(followed(reader)).toEqual(['feed/1', 'feed/2', 'feed/3', 'feed/5'])
  expect(titles(reader)).toContain('The fifth')
  expect(reader.scope.getState($counts).get('5')).toBe(1)
})

test('a feed that is opened before the server has answered stays open, under its own id', async () => {
  const server = library()
  const reader = await startReader({ server })
  const { scope } = reader
  const answer = server.hold('subscriptions.create')
  const following = allSettled(followRequested, {
    scope,
    params: { url: 'https://example.org/new.xml', view: 0 },
  })
  const idOf = () =>
    [...scope.getState($subscriptions).values()].find(({ feedId }) => !/^[123]$/.test(feedId ?? ''))?.feedId
  await expect.poll(idOf).toMatch(/^nonce-/)
  const id = idOf() ?? ''
  void allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id } } })
  await expect.poll(() => scope.getState($location).source).toEqual({ kind: 'feed', id })
  answer()
  await following
  await reader.settled()
  expect(idOf()).not.toMatch(/^nonce-/)
  expect(scope.getState($location)).toEqual({ view: 0, source: { kind: 'feed', id: idOf() }, entryId: null })
})

test('a refused follow is removed again, with the reason', async () => {
  const reader = await startReader({ server: library() })
  const received: UserNotification[] = []
  createWatch({
    unit: errorNotified,
    scope: reader.scope,
    fn: (notifications) => received.push(notifications),
  })
  reader.server.refuse('subscriptions.create', 'feedFetchError', 'The site answered 404.')
  await allSettled(followRequested, {
    scope: reader.scope,
    params: { url: 'https://example.org/none', view: 0 },
  })
  expect(followed(reader)).toEqual(['feed/1', 'feed/2', 'feed/3'])
  expect(received).toMatchObject([{ key: 'errors:2003', reason: 'The site answered 404.' }])
  expect(reader.scope.getState($pendingCount)).toBe(0)
})

test('an unfollow is taken back with folder, title and count', async () => {
  const reader = await startReader({ server: library() })
  await allSettled(unfollowRequested, { scope: reader.scope, params: { ids: ['feed/1'] } })
  expect(followed(reader)).toEqual(['feed/2', 'feed/3'])
  expect(idsIn(reader.scope.getState($timeline).ids)).toEqual([])
  expect([...reader.server.follows.keys()]).toEqual(['2', '3'])
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(reader.server.follows.get('1')).toMatchObject({ category: 'News', view: 0 })
  expect(reader.scope.getState($counts).get('1')).toBe(1)
  expect(idsIn(reader.scope.getState($timeline).ids)).toEqual(['a'])
})

test('what is followed again stays while the list of the server is on its way, so that the next undo finds it', async () => {
  const reader = await startReader({ server: library() })
  const { scope, server } = reader
  const undo = () => void allSettled(undoRequested, { scope, params: undefined })
  await allSettled(folderRenamed, { scope, params: { from: 'News', to: 'Post' } })
  await allSettled(unfollowRequested, { scope, params: { ids: ['feed/1', 'feed/2'] } })
  const release = server.hold('subscriptions.list')
  undo()
  await expect.poll(() => server.follows.size).toBe(3)
  expect(followed(reader)).toEqual(['feed/1', 'feed/2', 'feed/3'])
  undo()
  await expect.poll(() => server.follows.get('1')?.category).toBe('News')
  release()
  await reader.settled()
  expect(titles(reader)).toContain('News')
  expect(titles(reader)).not.toContain('Post')
})

test('a private feed that is followed again is another feed, known by its new id', async () => {
  const reader = await startReader({ server: library() })
  const params = { id: 'feed/1', patch: { title: 'Mine', isPrivate: true } }
  await allSettled(subscriptionEdited, { scope: reader.scope, params })
  await allSettled(unfollowRequested, { scope: reader.scope, params: { ids: ['feed/1'] } })
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  const [id = ''] = [...reader.server.follows.keys()].filter((known) => !['2', '3'].includes(known))
  expect(id).not.toBe('1')
  expect(followed(reader).toSorted()).toEqual(['feed/2', 'feed/3', `feed/${id}`])
  const stored = await reader.local.call('subscriptions.all')
  expect(stored.subscriptions.find(({ feedId }) => feedId === id)).toMatchObject({
    title: 'Mine',
    isPrivate: true,
  })
})

test('an edit is visible, sent, stored, and rolled back', async () => {
  const reader = await startReader({ server: library() })
  await allSettled(subscriptionEdited, {
    scope: reader.scope,
    params: { id: 'feed/1', patch: { title: 'Mine', isPrivate: true } },
  })
  expect(reader.server.follows.get('1')).toMatchObject({ title: 'Mine', isPrivate: true })
  const stored = await reader.local.call('subscriptions.all')
  expect(stored.subscriptions.find(({ id }) => id === 'feed/1')).toMatchObject({
    title: 'Mine',
    isPrivate: true,
  })
  await allSettled(undoRequested, { scope: reader.scope, params: undefined })
  expect(reader.server.follows.get('1')).toMatchObject({ title: null, isPrivate: false })
})

test('a subscription that is kept out of the timeline does not count in its view, also after it is followed again', async () => {
  const reader = await startReader({ server: library() })
  const { scope, server } = reader
  const unread = () => [scope.getState($tree)[0]?.unread, scope.getState($viewTabs)[0]?.unread]
  expect(unread()).toEqual([1, 1])
  const params = { id: 'feed/1', patch: { hideFromTimeline: true } }
  await allSettled(subscriptionEdited, { scope, params })
  expect(unread()).toEqual([0, 0])
  expect(scope.getState($tree).find(({ kind }) => kind === 'folder')).toMatchObject({ unread: 1 })
  await allSettled(unfollowRequested, { scope, params: { ids: ['feed/1'] } })
  await allSettled(undoRequested, { scope, params: undefined })
  expect(server.follows.get('1')).toMatchObject({ hideFromTimeline: true })
  const stored = await reader.local.call('subscriptions.all')
  expect(stored.subscriptions.find(({ id }) => id === 'feed/1')).toMatchObject({ hideFromTimeline: true })
  await allSettled(undoRequested, { scope, params: undefined })
  expect(server.follows.get('1')).toMatchObject({ hideFromTimeline: false })
  expect(unread()).toEqual([1, 1])
})

test('moving to another view takes the entries along', async () => {
  const reader = await startReader({ server: library() })
  await allSettled(subscriptionsMoved, { scope: reader.scope, params: { ids: ['feed/1'], view: 1 } })
  expect(idsIn(reader.scope.getState($timeline).ids)).toEqual([])
  expect(reader.server.follows.get('1')).toMatchObject({ view: 1, category: 'News' })
})

test('a folder is renamed and deleted without losing its feeds', async () => {
  const reader = await startReader({ server: library() })
  await allSettled(folderRenamed, { scope: reader.scope, params: { from: 'News', to: 'Papers' } })
  expect(reader.server.follows.get('2')?.category).toBe('Papers')
  await allSettled(folderDeleted, { scope: reader.scope, params: { name: 'Papers', unfollow: false } })
  expect(reader.server.follows.get('2')?.category).toBeNull()
  expect(followed(reader)).toEqual(['feed/1', 'feed/2', 'feed/3'])
})

test('a renamed folder stays open, under the cursor and shown', async () => {
  const { scope } = await startReader({ server: library() })
  const rename = (from: string, to: string) => allSettled(folderRenamed, { scope, params: { from, to } })
  const folder = () => scope.getState($tree).find(({ kind }) => kind === 'folder')
  await allSettled(folderToggled, { scope, params: 'News' })
  await allSettled(treeRowFocused, { scope, params: 'folder/News' })
  await rename('News', ' Papers ')
  expect(folder()).toMatchObject({ id: 'folder/Papers', open: true })
  expect(scope.getState($currentRow)?.id).toBe('folder/Papers')
  const source = { kind: 'folder', name: 'Papers' } as const
  await allSettled(navigationRequested, { scope, params: { source } })
  const listed = idsIn(scope.getState($timeline).ids)
  expect(listed.length).toBeGreaterThan(0)
  await rename('Papers', 'Post')
  expect(scope.getState($location).source).toEqual({ kind: 'folder', name: 'Post' })
  expect(idsIn(scope.getState($timeline).ids)).toEqual(listed)
})

test('a subscription that does not name what it follows is told, and the others are shown', async () => {
  const server = library()
  const list = server.api.subscriptions.list
  const notified: string[] = []
  const api = {
    ...server.api,
    subscriptions: {
      ...server.api.subscriptions,
      list: async (input: Parameters<typeof list>[0]) => {
        const { data, ...others } = await list(input)
        const nameless = { ...data[0], feedId: '' } as (typeof data)[number]
        return { ...others, data: [nameless, ...data] }
      },
    },
  }
  const reader = createReader({ server, services: { api } })
  createWatch({ unit: errorNotified, scope: reader.scope, fn: ({ key }) => notified.push(key) })
  await allSettled(appStarted, { scope: reader.scope })
  expect(followed(reader)).toEqual(['feed/1', 'feed/2', 'feed/3'])
  expect(new Set(notified)).toEqual(new Set(['errors:client.invalidSubscription']))
})
