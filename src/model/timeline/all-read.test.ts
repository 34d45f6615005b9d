/** Lists of unread entries: when they become empty, and which lists hide read entries. */
import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { allCommands } from '../../../commands/index.ts'
import { registry } from '../app/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $location, navigationRequested, type LocationSource } from '../location/index.ts'
import { allMarked } from '../reads/index.ts'
import { $tree } from '../subscriptions/index.ts'
import { $timeline, $timelineIds, $unreadOnly, entryOpened, idsIn } from './index.ts'
import { $nextUnread } from '../subscriptions/unread-sources.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const MINUTE = 60_000

/** Feeds 1 and 2 of articles with two entries each, and 3 of pictures with one. */
async function opened({ rare = [] }: { rare?: readonly string[] } = {}) {
  const server = createFakeServer()
  const { list } = server.api.subscriptions
  const listWithRare: typeof list = async (...args) => {
    const { data, ...others } = await list(...args)
    const marked = data.map((one) =>
      'feeds' in one ? { ...one, feeds: { ...one.feeds, rare: rare.includes(one.feedId) } } : one,
    )
    return { ...others, data: marked }
  }
  Object.assign(server.api.subscriptions, { list: listWithRare })
  for (const id of ['1', '2', '3']) server.follow(id, { view: id === '3' ? 2 : 0 })
  for (const id of ['1', '2'])
    for (const n of [0, 1]) server.publish(id, `${id}-${n}`, NOON - MINUTE * (Number(id) + 2 * n))
  server.publish('3', '3-0', NOON)
  const reader = await startReader({ server })
  await allSettled(registry.registered, { scope: reader.scope, params: allCommands })
  return reader
}
const listed = ({ scope }: Reader) => idsIn(scope.getState($timelineIds).ids)
const go = ({ scope }: Reader, source: LocationSource) =>
  allSettled(navigationRequested, { scope, params: { source } })
const run = ({ scope }: Reader, id: string) =>
  allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })

test('a list that is marked as read as a whole is empty, leads on, and is undone', async () => {
  const reader = await opened()
  const { scope } = reader
  await go(reader, { kind: 'feed', id: '1' })
  await run(reader, 'subscription:mark-all-as-read')
  await reader.settled()
  expect(listed(reader)).toEqual([])
  expect(scope.getState($timeline).status).toBe('ready')
  expect(scope.getState($nextUnread)).toMatchObject({ title: 'Feed 2', unread: 2 })
  await allSettled(undoRequested, { scope, params: undefined })
  await reader.later(1000)
  expect(listed(reader)).toEqual(['1-0', '1-1'])
  await run(reader, 'subscription:mark-all-as-read')
  await run(reader, 'subscription:next-unread')
  expect(scope.getState($location).source).toEqual({ kind: 'feed', id: '2' })
  expect(listed(reader)).toEqual(['2-0', '2-1'])
  await run(reader, 'subscription:mark-all-as-read')
  await reader.settled()
  expect(listed(reader)).toEqual([])
  expect(scope.getState($nextUnread)).toBeNull()
})

test('so is the list of a view, offline too, and the open entry stays in it', async () => {
  const reader = await opened()
  reader.server.offline = true
  await allSettled(entryOpened, { scope: reader.scope, params: { id: '2-0' } })
  await run(reader, 'subscription:mark-all-as-read')
  await reader.settled()
  expect(listed(reader)).toEqual(['2-0'])
})

test('rows stay where only some of the feeds are marked, or where read entries are listed', async () => {
  const reader = await opened()
  const { scope } = reader
  await allSettled(allMarked, { scope, params: { scope: 'subscription', ids: ['feed/1'] } })
  await reader.settled()
  expect(listed(reader)).toEqual(['1-0', '2-0', '1-1', '2-1'])
  await go(reader, { kind: 'feed', id: '2' })
  await run(reader, 'timeline:unread-only')
  await run(reader, 'subscription:mark-all-as-read')
  await reader.settled()
  expect(listed(reader)).toEqual(['2-0', '2-1'])
})

test('a search and the stars list what was read until the user leaves it out', async () => {
  const reader = await opened()
  const { scope } = reader
  for (const entry of reader.server.entries) if (entry.id === '1-0') entry.starredAt = NOON
  await allSettled(entryOpened, { scope, params: { id: '1-0' } })
  for (const [source, all, unread] of [
    [{ kind: 'search', query: 'Entry view:articles' }, ['1-0', '2-0', '1-1', '2-1'], ['2-0', '1-1', '2-1']],
    [{ kind: 'collections' }, ['1-0'], []],
  ] as const) {
    await go(reader, source)
    expect(scope.getState($unreadOnly)).toBe(false)
    expect(listed(reader)).toEqual(all)
    await run(reader, 'timeline:unread-only')
    expect(scope.getState($unreadOnly)).toBe(true)
    expect(listed(reader)).toEqual(unread)
    await run(reader, 'timeline:unread-only')
    expect(listed(reader)).toEqual(all)
  }
  await go(reader, { kind: 'reading-list' })
  expect(scope.getState($unreadOnly)).toBe(false)
})

test('what is published seldom is counted and listed by view', async () => {
  const reader = await opened({ rare: ['1', '3'] })
  const { scope } = reader
  const rare = () => scope.getState($tree).find(({ kind }) => kind === 'rare')
  await reader.later(2000)
  expect(rare()).toMatchObject({ unread: 2 })
  await run(reader, 'go:rare-voices')
  expect(listed(reader)).toEqual(['1-0', '1-1'])
  expect(rare()?.current).toBe(true)
  await run(reader, 'go:pictures')
  await reader.later(2000)
  expect(rare()).toMatchObject({ unread: 1, current: false })
  await run(reader, 'go:rare-voices')
  expect(listed(reader)).toEqual(['3-0'])
  await run(reader, 'go:videos')
  expect(rare()).toBeUndefined()
})
