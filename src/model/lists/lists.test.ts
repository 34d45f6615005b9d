import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, type UserNotification } from '../app/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $dialogStack } from '../layout/index.ts'
import { $location, fromPath, navigationRequested, type ReaderLocation } from '../location/index.ts'
import { $lists, $ownListIds, $subscriptions, $tree, unfollowRequested } from '../subscriptions/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import {
  listBuyFx,
  listCreateRequested,
  listDeleteRequested,
  listEditRequested,
  listFeedsAddRequested,
  listFeedsRemoveRequested,
  listFollowRequested,
  ownListsFx,
} from './index.ts'
import { subscriptionsRequested } from '../subscriptions/events.ts'

const form = { title: 'Reading', description: '', image: '', view: 0, fee: 0 } as const

async function start(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  server.follow('2')
  server.sources.offerList('42', { title: 'Science', view: 1, feedIds: ['1'] })
  return startReader({ server })
}
/** A reader who owns a list; its id. */
async function withOwnList() {
  const reader = await start()
  await allSettled(listCreateRequested, { scope: reader.scope, params: form })
  const [listId = ''] = reader.scope.getState($ownListIds)
  return { reader, listId, scope: reader.scope, server: reader.server }
}
const titles = ({ scope }: Reader) => scope.getState($tree).map(({ title }) => title)
const errorsOf = ({ scope }: Reader): UserNotification[] => {
  const errors: UserNotification[] = []
  createWatch({ unit: errorNotified, scope, fn: (error) => errors.push(error) })
  return errors
}
const offered = ({ server }: Reader, id: string) => {
  const { followers: _, ...list } = server.sources.lists.get(id) ?? { followers: null }
  return list as never
}

test('a free list is followed at once, and undo unfollows it', async () => {
  const reader = await start()
  const { scope, server } = reader
  await allSettled(listFollowRequested, { scope, params: { list: offered(reader, '42'), view: 1 } })
  expect(scope.getState($subscriptions).get('list/42')).toMatchObject({ view: 1, type: 'list' })
  expect(server.sources.listSubscriptions.has('42')).toBe(true)
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($subscriptions).has('list/42')).toBe(false)
  expect(server.sources.listSubscriptions.has('42')).toBe(false)
})

test('a list with a fee is followed only when the server has accepted the payment', async () => {
  const reader = await start()
  const { scope, server } = reader
  server.refuse('subscriptions.create', 'twoFactorCodeRequired')
  const input = { list: offered(reader, '42'), view: 1 } as const
  const refused = await allSettled(listBuyFx, { scope, params: input })
  expect(refused).toMatchObject({ status: 'fail', value: { key: 'twoFactorCodeRequired' } })
  expect(scope.getState($subscriptions).has('list/42')).toBe(false)
  await allSettled(listBuyFx, { scope, params: { ...input, code: '123456' } })
  expect(server.sent('subscriptions.create').at(-1)?.input).toMatchObject({
    listId: '42',
    TOTPCode: '123456',
  })
  expect(scope.getState($subscriptions).has('list/42')).toBe(true)
})

test('a new list is shown at once and has its real id afterwards', async () => {
  const reader = await start()
  const release = reader.server.hold('lists.create')
  const created = allSettled(listCreateRequested, { scope: reader.scope, params: form })
  await expect.poll(() => titles(reader)).toContain('Reading')
  release()
  await created
  expect([...reader.scope.getState($lists).keys()]).toEqual(['7001'])
  expect([...reader.scope.getState($ownListIds)]).toEqual(['7001'])
})

test('another view moves the subscription and the reader who has it open; undo moves both back', async () => {
  const { scope, server, listId } = await withOwnList()
  const source = { kind: 'list', id: listId } as const
  await allSettled(navigationRequested, { scope, params: { view: 0, source } })
  await allSettled(listEditRequested, { scope, params: { listId, patch: { ...form, view: 2 } } })
  expect(server.sent('lists.update').at(-1)?.input).toEqual({ listId, view: 2 })
  expect(scope.getState($subscriptions).get(`list/${listId}`)?.view).toBe(2)
  expect(scope.getState($location)).toMatchObject({ view: 2, source })
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($subscriptions).get(`list/${listId}`)?.view).toBe(0)
  expect(scope.getState($location)).toMatchObject({ view: 0, source })
})

test('feeds go in and out of a list, each undoable', async () => {
  const { scope, server, listId } = await withOwnList()
  const feedIds = () => server.sources.lists.get(listId)?.feedIds
  await allSettled(listFeedsAddRequested, { scope, params: { listId, feedIds: ['1', '2'] } })
  expect(feedIds()).toEqual(['1', '2'])
  expect(scope.getState($lists).get(listId)?.feedIds).toEqual(['1', '2'])
  await allSettled(listFeedsRemoveRequested, { scope, params: { listId, feedIds: ['1'] } })
  expect(feedIds()).toEqual(['2'])
  await allSettled(undoRequested, { scope, params: {} })
  expect(feedIds()?.toSorted()).toEqual(['1', '2'])
})

test('a feed that is followed privately is shown to others only after a question', async () => {
  const { scope, server, listId } = await withOwnList()
  server.refuse('lists.addFeeds', 'privateFeedInList', 'Send confirmPrivate to show them anyway: Diary')
  await allSettled(listFeedsAddRequested, { scope, params: { listId, feedIds: ['1'] } })
  expect(scope.getState($lists).get(listId)?.feedIds).toEqual([])
  const [dialog] = scope.getState($dialogStack)
  expect(dialog).toMatchObject({ id: 'show-private-feeds', props: { listId, feedIds: ['1'] } })
  await allSettled(listFeedsAddRequested, { scope, params: { listId, feedIds: ['1'], isConfirmed: true } })
  expect(server.sent('lists.addFeeds').at(-1)?.input).toMatchObject({ confirmPrivate: true })
})

test('a list that others follow is not deleted, in words; without followers it is, and is left', async () => {
  const { reader, scope, server, listId } = await withOwnList()
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'list', id: listId } } })
  const errors = errorsOf(reader)
  server.sources.lists.get(listId)?.followers.add('2')
  await allSettled(listDeleteRequested, { scope, params: { listId } })
  expect(errors).toMatchObject([{ key: 'errors:8004' }])
  expect(titles(reader)).toContain('Reading')
  server.sources.lists.get(listId)?.followers.clear()
  await allSettled(listDeleteRequested, { scope, params: { listId } })
  expect(titles(reader)).not.toContain('Reading')
  expect(scope.getState($location).source).toEqual({ kind: 'all' })
})

test('an address of a list without a view leads to the view of the list', async () => {
  const reader = await start()
  const { scope } = reader
  await allSettled(listFollowRequested, { scope, params: { list: offered(reader, '42'), view: 1 } })
  const location = fromPath('/timeline/list-42') as ReaderLocation
  expect(location).toEqual({ view: 0, source: { kind: 'list', id: '42' }, entryId: null })
  await allSettled(navigationRequested, { scope, params: location })
  expect(scope.getState($location)).toEqual({ ...location, view: 1 })
  expect(fromPath('/timeline/list-42/7')).toMatchObject({ entryId: '7' })
  await allSettled(unfollowRequested, { scope, params: { ids: ['list/42'] } })
})

test('followers and earnings of an own list are stored, and stay when the subscriptions are fetched', async () => {
  const { reader, listId, scope } = await withOwnList()
  await allSettled(ownListsFx, { scope, params: undefined })
  const amounts = { subscriptionCount: 1, purchaseAmount: '12' }
  expect(scope.getState($lists).get(listId)).toMatchObject(amounts)
  await allSettled(subscriptionsRequested, { scope })
  reader.server.offline = true
  const later = await startReader({ server: reader.server, local: reader.local })
  expect(later.scope.getState($lists).get(listId)).toMatchObject(amounts)
})
