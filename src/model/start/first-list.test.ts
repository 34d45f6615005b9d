/** The first list may come from the start-up cache: at once, and checked against follow.db a moment later. */
import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { Local } from '../../local/calls.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { $currentEntryId, $statuses } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { readToggled } from '../reads/index.ts'
import { $session } from '../session/index.ts'
import { $counts } from '../subscriptions/index.ts'
import { $timeline, entryStepped, idsIn } from '../timeline/index.ts'
import { startupCacheOutdated } from '../network/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { testUser } from '../testing-server.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** A user who has read a feed of three entries before, and has no server now. */
async function away(local: Local): Promise<ReturnType<typeof createFakeServer>> {
  const server = createFakeServer()
  server.follow('tea')
  for (const n of [1, 2, 3]) server.publish('tea', `tea-${n}`, NOON - n * 60_000)
  const before = await startReader({ server, local })
  before.leave()
  server.offline = true
  return server
}
const ids = ({ scope }: Reader) => idsIn(scope.getState($timeline).ids)
const count = ({ scope }: Reader) => scope.getState($counts).get('tea')

/** Another tab marks the newest entry while this one shows the cache. */
async function markElsewhere(local: Local): Promise<void> {
  const [head] = await local.call('entries.heads', ['tea-1'])
  if (head) await local.call('entries.put', [{ ...head, read: true }])
  await local.call('unread.replace', { tea: 2 })
}

test('a start shows its rows in whatever order they are answered', async () => {
  const local = memoryLocal()
  const server = await away(local)
  const answers = new Map<string, unknown>()
  for (const name of ['outbox.all', 'user.get', 'unread.all'] as const)
    answers.set(name, await local.call(name))
  const quick: Local = {
    ...local,
    call: (async (name, ...argument) =>
      answers.has(name) ? answers.get(name) : local.call(name, ...argument)) as Local['call'],
  }
  const reader = await startReader({ server, local: quick })
  expect(ids(reader)).toEqual(['tea-1', 'tea-2', 'tea-3'])
  expect(count(reader)).toBe(3)
})

test('a list and counts that are outdated give way to those of follow.db, and what was done meanwhile stays', async () => {
  const local = memoryLocal()
  const server = await away(local)
  const reader = await startReader({ server, local })
  const { scope } = reader
  await allSettled(navigationRequested, { scope, params: { entryId: 'tea-2' } })
  expect(count(reader)).toBe(2)
  await markElsewhere(local)
  await allSettled(startupCacheOutdated, { scope })
  await reader.later(200)
  expect(count(reader)).toBe(1)
  expect(scope.getState($statuses).get('tea-1')?.read).toBe(true)
  expect(scope.getState($statuses).get('tea-2')?.read).toBe(true)
  expect(scope.getState($currentEntryId)).toBe('tea-2')
  expect(ids(reader)).toEqual(['tea-2', 'tea-3'])
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(scope.getState($currentEntryId)).toBe('tea-3')
})

test('nothing is empty on the way: the rows stay until the others are there', async () => {
  const local = memoryLocal()
  const server = await away(local)
  const reader = await startReader({ server, local })
  const sizes = new Set<number>()
  await markElsewhere(local)
  const outdated = allSettled(startupCacheOutdated, { scope: reader.scope })
  for (let turn = 0; turn < 50; turn += 1) {
    sizes.add(ids(reader).length)
    await Promise.resolve()
  }
  await outdated
  expect([...sizes, ids(reader).length]).not.toContain(0)
})

test('where the database belongs to another user, the session is theirs', async () => {
  const local = memoryLocal()
  const server = await away(local)
  const reader = await startReader({ server, local })
  await local.call('user.take', { id: 'bob', row: testUser('bob') })
  await allSettled(startupCacheOutdated, { scope: reader.scope })
  expect(reader.scope.getState($session).user?.id).toBe('bob')
  expect([ids(reader), count(reader)]).toEqual([[], undefined])
})

test('a mark made before the cache is compared with the database is sent all the same', async () => {
  const local = memoryLocal()
  const server = await away(local)
  const reader = await startReader({ server, local })
  await allSettled(readToggled, { scope: reader.scope, params: { ids: ['tea-3'] } })
  await allSettled(startupCacheOutdated, { scope: reader.scope })
  expect((await local.call('outbox.all')).map(({ name }) => name)).toEqual(['reads.mark'])
  expect(count(reader)).toBe(2)
})
