import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { allCommands } from '../../../commands/index.ts'
import type { FeedCheck } from '../../contract/feeds.ts'
import {
  errorNotified,
  infoNotified,
  notificationsDismissed,
  registry,
  type UserNotification,
} from '../app/index.ts'
import { $feedCheck } from '../feed-checks/index.ts'
import { navigationRequested } from '../location/index.ts'
import { $newEntries, $timelineIds, entryStepped, idsIn, unreadOnlyToggled } from './index.ts'
import { timelineRefetched } from './state.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const MINUTE = 60_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A reader of the feeds 1 and 2, with an entry each, and its commands. @param answers responses of feeds.check, in turn */
async function opened(answers?: (readonly Partial<FeedCheck>[])[]) {
  const server = createFakeServer()
  for (const id of ['1', '2']) {
    server.follow(id, { category: 'Papers' })
    server.publish(id, `${id}-0`, NOON - MINUTE * Number(id))
  }
  if (answers) {
    const check = async ({ ids }: { ids: string[] }) => {
      server.calls.push({ name: 'feeds.check', input: { ids }, key: null })
      const states = answers.shift() ?? []
      const feeds = ids.map((id, at): FeedCheck => ({
        id,
        state: 'checked',
        asked: true,
        checkedAt: iso(NOON),
        nextFetchAt: iso(NOON + 60 * MINUTE),
        message: null,
        ...states[at],
      }))
      return { code: 0 as const, data: { feeds } }
    }
    Object.assign(server.api.feeds, { check })
  }
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  const notified: UserNotification[] = []
  for (const unit of [infoNotified, errorNotified])
    createWatch({ unit, scope, fn: (notification) => void notified.push(notification) })
  const run = (id: string, args = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard', args } })
  return { reader, server, scope, notified, run, keys: () => notified.map(({ key }) => key) }
}
const listed = ({ scope }: Reader) => idsIn(scope.getState($timelineIds).ids)
const checksRequested = ({ server }: Reader) =>
  server.sent('feeds.check').map(({ input }) => (input as { ids: string[] }).ids)

test('what a refresh finds is announced with its number, and listed when it is asked for', async () => {
  const { reader, server, scope, run, notified } = await opened()
  server.publish('1', 'new-1', NOON + 1000)
  server.publish('2', 'new-2', NOON + 2000)
  await run('timeline:refetch')
  expect(checksRequested(reader)).toEqual([['1', '2']])
  expect(scope.getState($newEntries)).toEqual({ count: 2 })
  expect(listed(reader)).toEqual(['1-0', '2-0'])
  expect(notified).toEqual([])
  await run('timeline:show-new')
  expect(listed(reader)).toEqual(['new-2', 'new-1', '1-0', '2-0'])
  expect(scope.getState($newEntries)).toBeNull()
})

test('what was counted before the list was fetched again is not announced', async () => {
  const { reader, server, scope, run } = await opened()
  server.publish('1', 'new-1', NOON + 1000)
  const count = server.hold('entries.checkNew')
  const refreshed = run('timeline:refetch')
  const isCounting = () => checksRequested(reader).length > 0 && scope.getState($feedCheck) === null
  await expect.poll(isCounting).toBe(true)
  reader.time.move(1000)
  const refetched = allSettled(timelineRefetched, { scope })
  await expect.poll(() => listed(reader)).toEqual(['new-1', '1-0', '2-0'])
  count()
  await Promise.all([refreshed, refetched])
  expect(scope.getState($newEntries)).toBeNull()
})

test('the feeds that are listed are looked at: of a feed, of a folder', async () => {
  const { reader, scope, run } = await opened()
  const go = (source: object) =>
    allSettled(navigationRequested, { scope, params: { source: source as { kind: 'all' } } })
  await go({ kind: 'feed', id: '2' })
  await run('timeline:refetch')
  await go({ kind: 'folder', name: 'Papers' })
  await run('timeline:refetch')
  await run('subscription:refresh', { subscriptions: ['feed/1'] })
  expect(checksRequested(reader)).toEqual([['2'], ['1', '2'], ['1']])
})

test('where nothing is new, the user learns when it was looked and when it is next', async () => {
  const many = await opened()
  await many.run('timeline:refetch')
  expect(many.notified).toMatchObject([{ key: 'app:feedback.nothingNewIn', values: { count: 2 } }])
  const dismissed: string[] = []
  createWatch({ unit: notificationsDismissed, scope: many.scope, fn: (ids) => dismissed.push(...ids) })
  await many.run('timeline:refetch')
  expect(dismissed).toEqual([many.notified[0]?.id])
  const one = async (check: Partial<FeedCheck>) => {
    const { run, notified } = await opened([[check]])
    await run('subscription:refresh', { subscriptions: ['feed/1'] })
    return notified.map(({ key, values, reason }) => [key, values?.['next'], reason])
  }
  const next = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(NOON + 60 * MINUTE)
  expect(await one({})).toEqual([['app:feedback.feedChecked', next, undefined]])
  expect(await one({ asked: false })).toEqual([['app:feedback.feedCheckedBefore', next, undefined]])
  expect(await one({ state: 'waiting', asked: false })).toEqual([
    ['app:feedback.feedWaiting', next, undefined],
  ])
  expect(await one({ state: 'failed', message: 'HTTP 500' })).toEqual([
    ['app:feedback.feedFailed', next, 'HTTP 500'],
  ])
  expect(await one({ state: 'gone', nextFetchAt: null })).toEqual([['app:feedback.feedGone', '–', undefined]])
})

test('entries that were read leave a list of unread ones when nothing is new', async () => {
  const { reader, scope, run } = await opened()
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  await allSettled(navigationRequested, { scope, params: { entryId: null } })
  expect(listed(reader)).toEqual(['1-0', '2-0'])
  await run('timeline:refetch')
  expect(listed(reader)).toEqual(['2-0'])
  await allSettled(unreadOnlyToggled, { scope })
  expect(listed(reader)).toEqual(['1-0', '2-0'])
})

test('it is said how far the check is, and feeds that take long are asked about again', async () => {
  const checking = { state: 'checking' } as const
  const { reader, server, scope, run, notified } = await opened([[{}, checking], [checking], [{}]])
  const progress = () => scope.getState($feedCheck)
  server.publish('2', 'late', NOON + 1000)
  await run('timeline:refetch')
  expect(progress()).toEqual({ done: 1, total: 2 })
  expect(scope.getState($newEntries)).toBeNull()
  await run('timeline:refetch')
  await reader.later(1000)
  expect(progress()).toEqual({ done: 1, total: 2 })
  await reader.later(1000)
  expect(progress()).toBeNull()
  expect(checksRequested(reader)).toEqual([['1', '2'], ['2'], ['2']])
  expect(scope.getState($newEntries)).toEqual({ count: 1 })
  expect(notified).toEqual([])
})

test('a feed that is never done is left to the server', async () => {
  const { reader, scope, run, keys } = await opened(
    Array.from({ length: 100 }, () => [{ state: 'checking' as const }]),
  )
  await run('subscription:refresh', { subscriptions: ['feed/1'] })
  for (let second = 0; second < 60; second++) await reader.later(1000)
  expect(scope.getState($feedCheck)).toBeNull()
  expect(checksRequested(reader)).toHaveLength(45)
  expect(keys()).toEqual(['app:feedback.feedSlow'])
})

test('offline, and with a server that fails, it says so', async () => {
  const { server, scope, run, keys, notified } = await opened()
  server.fail('feeds.check', 500)
  await run('timeline:refetch')
  expect(notified).toMatchObject([{ key: 'errors:client.failed', values: { status: 500 } }])
  expect(scope.getState($feedCheck)).toBeNull()
  server.fail('entries.checkNew', 500)
  await run('timeline:refetch')
  expect(keys()).toEqual(['errors:client.failed', 'errors:client.failed'])
  server.offline = true
  await run('timeline:refetch')
  await run('timeline:refetch')
  expect(keys().slice(2)).toEqual(['app:feedback.offlineRefresh', 'app:feedback.offlineRefresh'])
})

test('a list without feeds is fetched again', async () => {
  const { scope, run, keys, server } = await opened()
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'collections' } } })
  await run('timeline:refetch')
  expect(keys()).toEqual(['app:feedback.upToDate'])
  server.offline = true
  await run('timeline:refetch')
  expect(keys()).toEqual(['app:feedback.upToDate', 'app:feedback.offlineRefresh'])
})

test('new entries of feeds that are not listed are announced in words', async () => {
  const { scope, run, server, notified } = await opened()
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: '1' } } })
  server.publish('2', 'elsewhere', NOON + 1000)
  await run('subscription:refresh', { subscriptions: ['feed/2'] })
  expect(scope.getState($newEntries)).toBeNull()
  expect(notified).toMatchObject([{ key: 'app:feedback.newEntries', values: { count: 1 } }])
})
