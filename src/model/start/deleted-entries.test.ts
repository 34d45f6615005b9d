import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $timelineIds, idsIn, timelineRefetched } from '../timeline/index.ts'
import { navigationRequested } from '../location/index.ts'
import { createFakeServer, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

async function readerOf(...ids: string[]) {
  const server = createFakeServer()
  server.follow('1')
  for (const [n, id] of ids.entries()) server.publish('1', id, NOON - n * 60_000)
  const reader = await startReader({ server })
  return {
    ...reader,
    listed: () => idsIn(reader.scope.getState($timelineIds).ids),
    stored: async () => (await reader.local.call('entries.heads', ids)).map(({ id }) => id),
    refresh: async () => {
      await allSettled(timelineRefetched, { scope: reader.scope })
      await reader.later(20_000)
    },
  }
}

test('entries that the server deleted leave the list and follow.db, each told once', async () => {
  const { server, listed, stored, refresh, later } = await readerOf('e0', 'e1', 'e2')
  expect(listed()).toEqual(['e0', 'e1', 'e2'])
  server.remove('e1')
  await later(20_000)
  expect(listed()).toEqual(['e0', 'e2'])
  expect(await stored()).toEqual(['e0', 'e2'])
  server.remove('e2')
  await refresh()
  expect(listed()).toEqual(['e0'])
  expect(await stored()).toEqual(['e0'])
  const cursors = server.sent('entries.deleted').map(({ input }) => (input as { cursor?: string }).cursor)
  expect(cursors).toEqual([undefined, '0', '1', '1', '2'])
})

test('a browser that has stored nothing begins now; one with entries and no cursor gets all deletions', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['e0', 'e1']) server.publish('1', id, NOON)
  server.remove('e1')
  const fresh = await startReader({ server })
  await fresh.later(20_000)
  const inputs = () => server.sent('entries.deleted').map(({ input }) => input)
  expect(inputs()).toEqual([{ fromNow: true }, { cursor: '1' }])

  await fresh.local.call('meta.set', { key: 'deletedEntries', value: null })
  const later = await startReader({ server, local: fresh.local })
  await later.later(20_000)
  expect(inputs().slice(2)).toEqual([{ cursor: undefined }, { cursor: '1' }])
})

test('the open entry stays on the screen; without a connection the next refresh drops the others', async () => {
  const { server, scope, listed, stored, refresh } = await readerOf('e0', 'e1', 'e2')
  await allSettled(navigationRequested, { scope, params: { entryId: 'e1' } })
  server.remove('e1')
  server.remove('e2')
  server.offline = true
  await refresh()
  expect(await stored()).toEqual(['e0', 'e1', 'e2'])
  server.offline = false
  await refresh()
  expect(listed()).toEqual(['e0', 'e1'])
  expect(await stored()).toEqual(['e0'])
})
