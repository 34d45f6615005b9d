import { allSettled, scopeBind } from 'effector'
import { expect, test } from 'vitest'
import type { ApiError } from '../../../api/index.ts'
import { undoRequested } from '../../../model/journal/index.ts'
import { createFakeServer, startReader, type Reader } from '../../../model/testing.ts'
import { PluginRefusal } from '../../../plugin-api/manifest.ts'
import { createAccess } from './access.ts'
import { $ledger, undoOfPluginRequested } from '../../installed/ledger.ts'
import type { Run, Trigger } from '../app-scope.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** A reader with three entries, and what the plugin `guest` reaches of it. */
async function readerWithPlugin() {
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['a', 'b', 'c']) server.publish('1', id, NOON - 1000)
  const reader = await startReader({ server })
  const { scope } = reader
  const trigger: Trigger = (event, params) => void allSettled(event, { scope, params } as never)
  const run: Run = (effect, params) => scopeBind(effect as never, { scope })(params as never) as never
  return { reader, guest: createAccess({ id: 'guest', api: {} as never, trigger, run }) }
}

/** What the server has, once all is sent. */
async function onServer({ server, later }: Reader) {
  await later(1000)
  const of = (has: (entry: (typeof server.entries)[number]) => boolean) =>
    server.entries
      .filter(has)
      .map(({ id }) => id)
      .toSorted()
  return { read: of(({ read }) => read), starred: of(({ starredAt }) => starredAt !== null) }
}

test('a plugin changes the entries that its query found, as one step of undo with its name', async () => {
  const { reader, guest } = await readerWithPlugin()
  const found = await guest.entries('is:unread', 2)
  expect(found.map(({ read, starred }) => [read, starred])).toEqual([
    [false, false],
    [false, false],
  ])
  const ids = found.map(({ id }) => id)
  expect(await guest.changeEntries(ids, { read: true, starred: true })).toBe(2)
  expect(await onServer(reader)).toEqual({ read: ids.toSorted(), starred: ids.toSorted() })
  const { undo } = await reader.local.call('journal.newest')
  expect(undo).toMatchObject({ origin: 'plugin:guest', title: { values: { count: 4 } } })

  await allSettled(undoRequested, { scope: reader.scope, params: {} })
  expect(await onServer(reader)).toEqual({ read: [], starred: [] })
})

test('entries that are so already, or that this browser does not have, are left alone', async () => {
  const { reader, guest } = await readerWithPlugin()
  await guest.entries('is:unread')
  await guest.markRead(['a'], true)
  expect(await guest.changeEntries(['a', 'nothing'], { read: true })).toBe(0)
  expect(await guest.changeEntries(['a', 'b'], { read: true })).toBe(1)
  expect(reader.scope.getState($ledger).map(({ what, ids }) => ({ what, ids }))).toEqual([
    { what: 'is:unread', ids: undefined },
    { what: 'read', ids: ['a'] },
    { what: 'read', ids: ['b'] },
  ])
})

test('all that a plugin changed is taken back to what it was first', async () => {
  const { reader, guest } = await readerWithPlugin()
  await guest.entries('is:unread')
  await guest.changeEntries(['a', 'b'], { read: true, starred: true })
  await guest.changeEntries(['a'], { starred: false })
  await guest.changeEntries(['a'], { read: false })
  await allSettled(undoOfPluginRequested, { scope: reader.scope, params: 'guest' })
  expect(await onServer(reader)).toEqual({ read: [], starred: [] })
  expect(reader.scope.getState($ledger).map(({ kind }) => kind)).toEqual(['read'])
})

test('a gateway in front of a server that does not run leaves the plugin without a connection', async () => {
  const failing = (failure: ApiError) =>
    createAccess({
      id: 'guest',
      api: { plugins: { fetch: () => Promise.reject(failure) } } as never,
      trigger: () => {},
      run: async () => undefined as never,
    }).fetch('https://example.org')
  const offline = new PluginRefusal('app:plugin.offline')
  for (const status of [502, 503, 504])
    await expect(failing({ kind: 'failed', status, message: null })).rejects.toEqual(offline)
  await expect(failing({ kind: 'unreachable' })).rejects.toEqual(offline)
  const failed: ApiError = { kind: 'failed', status: 500, message: null }
  await expect(failing(failed)).rejects.toEqual(failed)
})
