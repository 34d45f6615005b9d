/** What a user does with entries reaches the plugins that want to know: in order, at least once, and nobody else's. */
import { afterEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { startService } from '../../../tests/support/service.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { MAX_VALUES } from '../../plugin-api/server.ts'

let now = Date.UTC(2026, 10, 1)
let server: PluginServer
afterEach(() => server.close())

const start = async (kind: (typeof kinds)[number] = 'sqlite') => {
  server = await startPluginServer('beacon', kind, { env: { PLUGIN_SERVER_HALVES: 'on' }, now: () => now })
}
/** A plugin that stores what it learns, where its call `all` reads it. */
const diary = (events: readonly string[], more = '') =>
  guestBundle({
    api: '1.16',
    permissions: ['events', 'values'],
    events,
    server: `
      for (const name of ${JSON.stringify(events)})
        host.event(name, async (event, { values }) => {
          ${more}
          const known = (await values.get('known')) ?? []
          await values.set('known', [...known, [name, event.entryId, event.label ?? null, event.plugin ?? null]])
        })
      host.answer('all', async (_, { values }) => (await values.get('known')) ?? [])`,
  })
const install = async (text: string, granted?: readonly string[], user = server.user) =>
  ((await (await installBundle(user, text, granted)).json()) as { code: number }).code
const ask = (path: string, method: string, body: object, user = server.user) =>
  user.request(path, { method, body })
const star = (user?: TestUser) => ask('/collections', 'POST', { entryId: server.entryId }, user)
async function known(user = server.user): Promise<unknown> {
  const response = await user.request('/plugins/guest/calls/all', { method: 'POST', body: {} })
  return ((await response.json()) as { data: { output?: unknown } }).data.output
}
const waiting = async () =>
  (await server.server.storage.db.selectFrom('pluginEvents').select(['plugin', 'event']).execute()).length

describe.each(kinds)('on %s', (kind) => {
  test('events come in their order, each once, to those who want to know of them', async () => {
    await start(kind)
    expect(await install(diary(['starred', 'unstarred', 'labelled', 'read']))).toBe(0)
    await star()
    await ask('/labels/entries', 'POST', { name: 'Tea', entryIds: [server.entryId] })
    await ask('/collections', 'DELETE', { entryId: server.entryId })
    await ask('/reads', 'POST', { entryIds: [server.entryId] })
    await ask('/reads', 'DELETE', { entryId: server.entryId })
    expect(await known()).toEqual([])
    expect(await server.runJobs()).toEqual({ done: 1, failed: 0 })
    const id = server.entryId
    expect(await known()).toEqual([
      ['starred', id, null, null],
      ['labelled', id, 'Tea', null],
      ['unstarred', id, null, null],
      ['read', id, null, null],
    ])
    expect(await waiting()).toBe(0)
    expect(await server.runJobs()).toEqual({ done: 0, failed: 0 })
    const settings = await server.user.request('/plugins/guest/settings')
    const { data } = (await settings.json()) as { data: { jobs?: unknown } }
    expect(data.jobs).toEqual([{ name: 'events', everyMinutes: null, at: now, words: null }])
  })
})

test('nothing is told of entries that there are not, or that the user does not see', async () => {
  await start()
  await install(diary(['read', 'unread', 'labelled', 'finished']))
  const { storage } = server.server
  const other = await server.signUpFollower('other')
  const feedId = await seedFeed(storage, {})
  await seedSubscription(storage, other.id, feedId)
  const [hidden = ''] = await seedEntries(storage, feedId, [{}])
  const settings = {
    address: 'https://hidden.example/',
    userAgent: 'a',
    proxy: null,
    username: null,
    password: null,
    cookie: null,
  }
  const flags = { allowsInsecure: 0, ignoresEdits: 0, usesFetcher: 0 } as const
  const own = { feedId, userId: other.id, ...settings, ...flags }
  await storage.db.insertInto('feedRequests').values(own).execute()
  const entryIds = [hidden, 'of-nobody']
  await ask('/reads', 'POST', { entryIds })
  await ask('/labels/entries', 'POST', { name: 'Tea', entryIds })
  const positions = entryIds.map((entryId) => ({ entryId, seconds: 0, at: now, finished: true }))
  await ask('/positions', 'PUT', { positions })
  expect(await waiting()).toBe(0)
  await ask('/reads', 'POST', { entryIds: [...entryIds, server.entryId] })
  expect(await waiting()).toBe(1)
})

test('a plugin is told of twenty at once, and of more ten seconds later', async () => {
  server = await startPluginServer('streak', 'sqlite', { now: () => now })
  await server.set({ values: { enableStreak: true } })
  const feedId = await seedFeed(server.server.storage, {})
  await seedSubscription(server.server.storage, server.user.id, feedId)
  const entryIds = await seedEntries(
    server.server.storage,
    feedId,
    Array.from({ length: 25 }, () => ({})),
  )
  await ask('/reads', 'POST', { entryIds })
  await server.runJobs()
  expect(await waiting()).toBe(5)
  await server.runJobs()
  expect(await waiting()).toBe(5)
  now += 10_000
  await server.runJobs()
  expect(await waiting()).toBe(0)
})

test('a second user is told of their own alone', async () => {
  await start()
  const other = await server.signUpFollower('other')
  await install(diary(['starred']))
  await install(diary(['starred']), undefined, other)
  await star(other)
  await server.runJobs()
  expect([await known(), await known(other)]).toEqual([[], [['starred', server.entryId, null, null]]])
})

test('nothing is recorded while the permission is not granted, the plugin is off, or after it was removed', async () => {
  await start()
  await install(diary(['starred']), ['values'])
  await star()
  expect(await waiting()).toBe(0)
  await ask('/plugins/guest/installed', 'PATCH', { granted: ['events', 'values'] })
  await star()
  expect(await waiting()).toBe(1)
  await ask('/plugins/guest/settings', 'PATCH', { values: { enabled: false } })
  expect(await waiting()).toBe(0)
  await star()
  expect(await waiting()).toBe(0)
  await ask('/plugins/guest/settings', 'PATCH', { values: { enabled: true } })
  await star()
  await ask('/plugins/guest/installed', 'DELETE', {})
  expect(await waiting()).toBe(0)
  expect(await server.server.storage.db.selectFrom('pluginListeners').selectAll().execute()).toEqual([])
})

test('an entry is saved once its service has taken it, and not before', async () => {
  await start()
  let status = 500
  const shelf = await startService(() => ({ status }))
  await server.set({ values: { enableBeacon: true }, secrets: { beaconToken: shelf.url } })
  await install(diary(['saved']))
  await server.save()
  expect(await waiting()).toBe(0)
  status = 204
  await server.save()
  await server.runJobs()
  expect(await known()).toEqual([['saved', server.entryId, null, 'beacon']])
  await shelf.close()
})

test('a call at an event needs the permission, and its setting is off at first', async () => {
  await start()
  const sending = (isOn: boolean) =>
    guestBundle({
      api: '1.16',
      permissions: ['events', 'values'],
      settings: { follow: { type: 'boolean', default: isOn } },
      sendWhen: { read: { setting: 'follow', call: 'note' } },
      server: `
        host.answer('note', async ({ entryId }, { values }) => (await values.set('known', entryId), null))
        host.answer('all', async (_, { values }) => values.get('known'))`,
    })
  const read = () => ask('/reads', 'POST', { entryIds: [server.entryId] })
  expect(await install(sending(true))).not.toBe(0)
  await install(sending(false), ['values'])
  await ask('/plugins/guest/settings', 'PATCH', { values: { follow: true } })
  await read()
  expect(await waiting()).toBe(0)
  await ask('/plugins/guest/installed', 'PATCH', { granted: ['events', 'values'] })
  await read()
  await server.runJobs()
  expect(await known()).toBe(server.entryId)
})

test('one that fails is tried again, the later ones wait for it, and after some minutes it is dropped', async () => {
  await start()
  await install(diary(['starred', 'unstarred'], `if (name === 'starred') throw new Error('no')`))
  await star()
  await ask('/collections', 'DELETE', { entryId: server.entryId })
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await server.runJobs()
    expect(await waiting()).toBe(2)
    now += 10 * 60_000
  }
  await server.runJobs()
  await server.runJobs()
  expect(await known()).toEqual([['unstarred', server.entryId, null, null]])
})

test('while its service is away an event waits for a day, and nothing is lost', async () => {
  await start()
  let status = 503
  const shelf = await startService(() => ({ status }))
  const bundle = guestBundle({
    api: '1.16',
    permissions: ['events', 'values', 'net:{endpoint}'],
    settings: { endpoint: { type: 'string', default: '' } },
    events: ['starred'],
    server: `
      host.event('starred', async ({ entryId }, { fetch, settings, values }) => {
        lectern.saving.succeeded(await fetch(settings.endpoint), 'Shelf')
        await values.set('known', entryId)
      })
      host.answer('all', async (_, { values }) => values.get('known'))`,
  })
  await install(bundle, ['events', 'values', `net:{endpoint}=${new URL(shelf.url).host}`])
  await ask('/plugins/guest/settings', 'PATCH', { values: { endpoint: shelf.url } })
  await star()
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await server.runJobs()
    now += 2 * 3_600_000
  }
  expect([await waiting(), await known()]).toEqual([1, null])
  status = 204
  await server.runJobs()
  expect([await waiting(), await known()]).toEqual([0, server.entryId])
  await shelf.close()
})

test('an episode that was played to its end is finished, one that was left or is not seen is not', async () => {
  await start()
  await install(diary(['finished']))
  const other = await server.signUpFollower('other')
  const put = (more: object, user?: TestUser) =>
    ask('/positions', 'PUT', { positions: [{ entryId: server.entryId, seconds: 0, at: now, ...more }] }, user)
  await put({})
  await put({ seconds: 90 })
  await put({ finished: true, entryId: 'of-nobody' })
  await put({ finished: true }, other)
  expect(await waiting()).toBe(0)
  await put({ finished: true })
  await server.runJobs()
  expect(await known()).toEqual([['finished', server.entryId, null, null]])
  expect(await (await ask('/positions', 'PUT', { positions: [] })).json()).toEqual({ code: 0 })
  const listed = (await (await server.user.request('/positions')).json()) as { data: object[] }
  expect(listed.data).toEqual([{ entryId: server.entryId, seconds: 0, at: now }])
})

test('events of requests at the same time are in one order, and within the bound', async () => {
  await start()
  await install(diary(['starred']))
  await Promise.all(Array.from({ length: 8 }, () => star()))
  const rows = await server.server.storage.db.selectFrom('pluginEvents').select('position').execute()
  expect(rows.map(({ position }) => Number(position)).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ])
})

test('what a plugin stores is bounded, survives, is sealed where it says so, and goes with the plugin', async () => {
  await start()
  const bundle = guestBundle({
    api: '1.16',
    permissions: ['values'],
    server: `
      host.answer('put', async ({ name, value, sealed }, { values }) => (await values.set(name, value, { sealed }), null))
      host.answer('get', async ({ name }, { values }) => ({ value: await values.get(name) }))
      host.answer('drop', async ({ name }, { values }) => (await values.delete(name), null))`,
  })
  await install(bundle)
  const call = async (name: string, body: object) =>
    ((await (await ask(`/plugins/guest/calls/${name}`, 'POST', { input: body })).json()) as { data: unknown })
      .data
  await call('put', { name: 'cursor', value: { page: 2 } })
  await call('put', { name: 'token', value: 'secret-token', sealed: true })
  expect(await call('get', { name: 'cursor' })).toMatchObject({ output: { value: { page: 2 } } })
  expect(await call('get', { name: 'token' })).toMatchObject({ output: { value: 'secret-token' } })
  const rows = await server.server.storage.db.selectFrom('pluginValues').selectAll().execute()
  expect(rows.map(({ name, sealed, value }) => [name, sealed, value.includes('secret-token')])).toEqual([
    ['cursor', 0, false],
    ['token', 1, false],
  ])
  expect(await call('put', { name: 'long', value: 'x'.repeat(32_001) })).toMatchObject({
    ok: false,
    words: { key: 'plugin.valuesFull' },
  })
  expect(await call('put', { name: 'a b', value: 1 })).toMatchObject({
    words: { key: 'plugin.badValueName' },
  })
  await call('drop', { name: 'cursor' })
  expect(await call('get', { name: 'cursor' })).toMatchObject({ output: { value: null } })
  await ask('/plugins/guest/installed', 'DELETE', {})
  expect(await server.server.storage.db.selectFrom('pluginValues').selectAll().execute()).toEqual([])
})

test('a highlight has its id in the event, also where a program left that to the server', async () => {
  await start()
  await install(diary(['highlighted', 'noted']).replace('event.plugin ?? null', 'event.highlight'))
  const quote = { exact: 'story', prefix: '', suffix: '' }
  const made = await ask('/highlights', 'POST', { entryId: server.entryId, quote })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await ask('/highlights', 'PATCH', { id, note: 'Good' })
  await server.runJobs()
  expect(await known()).toEqual([
    ['highlighted', server.entryId, null, id],
    ['noted', server.entryId, null, id],
  ])
})

test('values that are set at the same time do not pass the bound', async () => {
  await start()
  const filling = (prefix: string, count: number) => `async (_, { values }) => {
    const names = Array.from({ length: ${count} }, (_, at) => '${prefix}' + at)
    const all = await Promise.allSettled(names.map((name) => values.set(name, 1)))
    return all.filter(({ status }) => status === 'rejected').length
  }`
  const half = `
    host.answer('most', ${filling('a', MAX_VALUES - 5)})
    host.answer('more', ${filling('b', 20)})`
  await install(guestBundle({ api: '1.16', permissions: ['values'], server: half }))
  const fill = async (call: string) =>
    (await (await ask(`/plugins/guest/calls/${call}`, 'POST', {})).json()) as unknown
  expect(await fill('most')).toMatchObject({ data: { output: 0 } })
  expect(await fill('more')).toMatchObject({ data: { output: 15 } })
  const rows = await server.server.storage.db.selectFrom('pluginValues').select('name').execute()
  expect(rows).toHaveLength(MAX_VALUES)
})

test('without its permission a plugin stores nothing', async () => {
  await start()
  await install(
    guestBundle({
      api: '1.16',
      permissions: [],
      server: `host.answer('put', async (_, { values }) => (await values.set('a', 1), null))`,
    }),
  )
  const response = await ask('/plugins/guest/calls/put', 'POST', {})
  expect(await response.json()).toMatchObject({ data: { ok: false, words: { key: 'plugin.forbidden' } } })
})

test('neither another plugin of the user nor the same one of another user reads what is stored', async () => {
  await start()
  const other = await server.signUpFollower('other')
  const keeper = (id: string) =>
    guestBundle({
      id,
      api: '1.16',
      permissions: ['values'],
      server: `
        host.answer('put', async ({ name }, { values }) => (await values.set(name, '${id}', { sealed: true }), null))
        host.answer('get', async ({ name }, { values }) => ({ value: await values.get(name) }))
        host.answer('drop', async ({ name }, { values }) => (await values.delete(name), null))`,
    })
  await install(keeper('guest'))
  await install(keeper('thief'))
  await install(keeper('guest'), undefined, other)
  const call = async (plugin: string, name: string, key: string, who = server.user) => {
    const body = { input: { name: key } }
    const response = await who.request(`/plugins/${plugin}/calls/${name}`, { method: 'POST', body })
    return ((await response.json()) as { data?: { output?: unknown } }).data?.output
  }
  await call('guest', 'put', 'token')
  for (const key of ['token', 'guest/token', '../guest/token', 'guest:token'])
    for (const attempt of [call('thief', 'get', key), call('guest', 'get', key, other)])
      expect(await attempt, key).not.toEqual({ value: 'guest' })
  await call('thief', 'drop', 'token')
  await call('guest', 'drop', 'token', other)
  expect(await call('guest', 'get', 'token')).toEqual({ value: 'guest' })
})

test('a half hears of no event that its manifest does not name, and a manifest names none that there is not', async () => {
  await start()
  await install(diary(['starred']).replace('for (const name of [', "for (const name of ['read', "))
  await server.user.request('/reads', { method: 'POST', body: { entryIds: [server.entryId] } })
  await star()
  await server.runJobs()
  expect(await known()).toEqual([['starred', server.entryId, null, null]])
  for (const events of [['sneezed'], ['__proto__'], ['constructor']])
    expect(await (await installBundle(server.user, diary(events))).json()).toMatchObject({ code: 96001 })
})
