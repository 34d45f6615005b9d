import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { runJobs } from '../../../tests/support/jobs.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { json, startService, type Service } from '../../../tests/support/service.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { beacon } from '../../../tests/support/beacon-plugin.ts'
import { actionQueues } from '../actions/queues.ts'
import { blank } from '../email/incoming/parsed-mail.ts'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'
import { rulePluginsOf } from './rules.ts'

const draft = (title: string): ParsedEntry => ({
  ...blank,
  guid: title,
  title,
  url: `https://example.org/${encodeURIComponent(title)}`,
})

describe.each(kinds)('rules that save, on %s', (kind) => {
  let now = Date.UTC(2026, 10, 1)
  let service: Service
  let plugin: PluginServer
  let other: TestUser
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 1)
    service = await startService(() => json(200, { code: 200 }))
    plugin = await startPluginServer('beacon', kind, {
      others: ['quiet'],
      env: { PLUGIN_SERVER_HALVES: 'on' },
      now: () => now,
    })
    other = await plugin.signUpFollower('other')
    await plugin.set({ values: { enableBeacon: true }, secrets: { beaconToken: `${service.url}/saver` } })
    await set(other, { values: { enableBeacon: true }, secrets: { beaconToken: `${service.url}/other` } })
  })
  afterEach(async () => {
    await plugin.close()
    await service.close()
  })

  const set = (user: TestUser, body: unknown, id = 'beacon') =>
    user.request(`/plugins/${id}/settings`, { method: 'PATCH', body })
  const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data
  const putRules = (user: TestUser, ...results: object[]) =>
    user.request('/actions', {
      method: 'PUT',
      body: { rules: results.map((result, at) => ({ name: String(at), condition: [], result })) },
    })
  const arrive = (title: string) => plugin.arrive([draft(title)])
  const work = () => runJobs(plugin.server.storage, actionQueues(plugin.server.services), now)
  const deliveries = async (user: TestUser = plugin.user) =>
    dataOf<{ plugin: string | null; state: string; attempts: number; words: unknown; entryId: string }[]>(
      await user.request('/actions/deliveries'),
    )
  const stars = () => plugin.server.storage.db.selectFrom('collections').selectAll().execute()
  const paths = () => service.requests.map(({ path }) => path)
  const providers = async (user: TestUser = plugin.user) =>
    dataOf<{ plugin: string; isOn: boolean; saves: boolean; saveProblem: unknown }[]>(
      await user.request('/plugins/rules'),
    )

  const install = async (user: TestUser, save: string, granted?: readonly string[]) => {
    const bundle = guestBundle({
      settings: { path: { type: 'string', default: '/shelf' } },
      permissions: ['entries:read', 'entries:save', `net:${new URL(service.url).host}`],
      server: `host.answer('save', ${save})`,
    })
    expect((await installBundle(user, bundle, granted)).status).toBe(200)
  }
  const shelf = (options = '{}') => `async ({ entryId, selection }, { entry, fetch, settings }) => {
    const { title } = (await entry(entryId)).entry
    const response = await fetch('${service.url}' + settings.path, { method: 'POST', body: title + (selection ?? ''), ...${options} })
    if (response.status >= 500) throw Object.assign(new Error(), { text: { key: 'outside.down' } })
    return { url: 'https://shelf.example.org/' + title }
  }`
  const savedBy = async (user: TestUser, entryId: string | undefined) =>
    dataOf<unknown[]>(await user.request(`/plugins/saves?entryId=${entryId}`))

  test('save a new entry once, with the settings of the rule’s own user', async () => {
    await putRules(plugin.user, { saves: ['beacon'] }, { saves: ['beacon'], star: true })
    await arrive('gold')
    await work()
    expect(paths()).toEqual(['/saver'])
    expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject({
      content: 'https://example.org/gold',
    })
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ plugin: 'beacon', url: '', state: 'delivered', words: null })
    const entryId = delivery?.entryId ?? ''
    const saved = async (user: TestUser) =>
      dataOf<unknown[]>(await user.request(`/plugins/saves?entryId=${entryId}`))
    expect(await saved(plugin.user)).toMatchObject([{ plugin: 'beacon', at: now }])
    expect(await saved(other)).toEqual([])
    expect(await deliveries(other)).toEqual([])
    // Its request elsewhere is in the log of apps, and cannot be undone there.
    const uses = async (user: TestUser) => dataOf<unknown[]>(await user.request('/token-uses?changes=true'))
    expect(await uses(plugin.user)).toMatchObject([
      { token: 'beacon', entrance: 'plugin', call: 'plugins.call', count: 1, undo: 'never' },
    ])
    expect(await uses(other)).toEqual([])
    // A dry run counts it and saves nothing, and so does a run over the past.
    const dry = await dataOf<{ touched: number }>(
      await plugin.user.request('/actions/dry-run', { method: 'POST', body: {} }),
    )
    expect(dry.touched).toBe(2)
    await plugin.user.request('/actions/run', { method: 'POST', body: {} })
    await work()
    expect(paths()).toEqual(['/saver'])
  })

  test('try again while the service is out of order, and say so until it is not', async () => {
    await putRules(plugin.user, { saves: ['beacon'] })
    service.refuseNext({ status: 503, headers: { 'retry-after': '60' } })
    await arrive('gold')
    await work()
    const words = { key: 'outside.down' }
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, words }])
    const own = async () => (await providers()).find((one) => one.plugin === 'beacon')
    expect(await own()).toMatchObject({ isOn: true, saves: true, saveProblem: words })
    expect((await providers(other)).find((one) => one.plugin === 'beacon')?.saveProblem).toBeNull()
    now += 60_000
    await work()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, words: null }])
    expect(await own()).toMatchObject({ saveProblem: null })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test.each([
    ['which the service may have done', { status: 503 }, '{}'],
    [
      'which the service may have done, by a plugin that does not say that it knows it',
      { status: 500 },
      '{ idempotent: false }',
    ],
  ])('do not repeat a request %s', async (_, refusal, options) => {
    await install(plugin.user, shelf(options))
    await putRules(plugin.user, { saves: ['guest'] })
    service.refuseNext(refusal)
    await arrive('gold')
    await work()
    now += 60_000
    await work()
    expect(paths()).toEqual(['/shelf'])
    expect(await deliveries()).toMatchObject([
      { state: 'failed', attempts: 1, words: { key: 'outside.down' } },
    ])
  })

  test('do not repeat a request to which the service says nothing, and one that never reached it', async () => {
    await putRules(plugin.user, { saves: ['beacon'] })
    service.hangUpNext()
    await arrive('gold')
    await work()
    expect(paths()).toEqual(['/saver'])
    expect(await deliveries()).toMatchObject([
      { state: 'failed', attempts: 1, words: { key: 'outside.unreachable' } },
    ])
    const gone = await startService(() => json(200, { code: 200 }))
    await gone.close()
    await plugin.set({ secrets: { beaconToken: `${gone.url}/saver` } })
    await arrive('silver')
    await work()
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', words: { key: 'outside.unreachable' } })
    await plugin.set({ secrets: { beaconToken: `${service.url}/saver` } })
    now += 60_000
    await work()
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(paths()).toEqual(['/saver', '/saver'])
  })

  test('repeat a request that its plugin declares to be idempotent', async () => {
    await install(plugin.user, shelf('{ idempotent: true }'))
    await putRules(plugin.user, { saves: ['guest'] })
    service.refuseNext({ status: 503 })
    await arrive('gold')
    await work()
    now += 60_000
    await work()
    expect(paths()).toEqual(['/shelf', '/shelf'])
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('do not repeat what was done before a service asks to wait', async () => {
    await install(
      plugin.user,
      `async (_, { fetch }) => {
        await fetch('${service.url}/first', { method: 'POST', body: '' })
        const { status } = await fetch('${service.url}/second', { method: 'POST', body: '' })
        if (status === 429) throw Object.assign(new Error(), { text: { key: 'outside.tooOften' } })
        return {}
      }`,
    )
    await putRules(plugin.user, { saves: ['guest'] })
    service.refuse((request) => (request.path === '/second' ? { status: 429 } : null))
    await arrive('gold')
    await work()
    expect(await deliveries()).toMatchObject([{ state: 'failed', words: { key: 'outside.tooOften' } }])
    expect(paths()).toEqual(['/first', '/second'])
  })

  test('show a bug of a plugin and do not repeat it', async () => {
    const { act } = rulePluginsOf({
      ...plugin.server.services,
      manifestFor: async () => beacon.manifest,
      save: async () => {},
      act: async () => {
        throw new TypeError('title is undefined')
      },
      evaluate: async () => [],
    })
    const { signal } = new AbortController()
    const target = { userId: plugin.user.id, plugin: 'beacon', entryId: plugin.entryId, signal }
    expect(await act({ ...target, name: 'star-long', value: null })).toEqual({
      ok: false,
      words: { key: 'plugin.jobFailed', values: { reason: 'title is undefined' } },
      isTransient: false,
      mayHaveHappened: false,
    })
  })

  test('do not save again what the user has saved', async () => {
    await putRules(plugin.user, { saves: ['beacon'] })
    await arrive('gold')
    const [delivery] = await deliveries()
    await plugin.call('save', { entryId: delivery?.entryId })
    await work()
    expect(paths()).toEqual(['/saver'])
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  })

  test.each([
    ['is off', { values: { enableBeacon: false } }, { key: 'plugin.off' }],
    [
      'has no settings',
      { secrets: { beaconToken: '' } },
      { key: 'outside.missing', values: { service: 'Beacon', setting: 'beaconToken' } },
    ],
  ])('by a plugin that %s says so once, and does the rest', async (_, change, words) => {
    await plugin.set(change)
    await putRules(plugin.user, { saves: ['beacon'], star: true })
    await arrive('gold')
    await work()
    expect(paths()).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 1, words }])
    expect(await stars()).toMatchObject([{ userId: plugin.user.id }])
  })

  test('by a plugin that is not there, or that saves nothing, stay and say so', async () => {
    await putRules(plugin.user, { saves: ['nowhere', 'quiet'], star: true })
    await arrive('gold')
    await work()
    const words = { key: 'plugin.missing' }
    expect(await deliveries()).toMatchObject([
      { state: 'failed', words },
      { state: 'failed', words },
    ])
    expect(await stars()).toHaveLength(1)
    const { rules } = await dataOf<{ rules: { result: unknown }[] }>(await plugin.user.request('/actions'))
    expect(rules[0]?.result).toEqual({ saves: ['nowhere', 'quiet'], star: true })
    expect((await providers()).some((one) => one.plugin === 'quiet')).toBe(false)
  })

  test('save by an installed plugin in its sandbox, each for its own user', async () => {
    for (const user of [plugin.user, other]) {
      await install(user, shelf())
      await putRules(user, { saves: ['guest'] })
    }
    await set(other, { values: { path: '/other-shelf' } }, 'guest')
    expect((await providers()).find((one) => one.plugin === 'guest')).toMatchObject({
      isOn: true,
      saves: true,
    })
    service.refuseNext({ status: 503, headers: { 'retry-after': '60' } })
    await arrive('gold')
    await work()
    now += 60_000
    await work()
    expect(paths().toSorted()).toEqual(
      paths()[0] === '/shelf'
        ? ['/other-shelf', '/shelf', '/shelf']
        : ['/other-shelf', '/other-shelf', '/shelf'],
    )
    expect(service.requests.map(({ body }) => body)).toEqual(['gold', 'gold', 'gold'])
    for (const user of [plugin.user, other]) {
      const [delivery] = await deliveries(user)
      expect(delivery).toMatchObject({ plugin: 'guest', state: 'delivered', words: null })
      expect(await savedBy(user, delivery?.entryId)).toMatchObject([
        { plugin: 'guest', url: 'https://shelf.example.org/gold' },
      ])
    }
    // It is gone for one of them, whose rule says so.
    await other.request('/plugins/guest/installed', { method: 'DELETE' })
    await arrive('silver')
    await work()
    expect(await deliveries(other)).toMatchObject([
      { state: 'failed', words: { key: 'plugin.missing' } },
      { state: 'delivered' },
    ])
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('do not save by an installed plugin without its permission, nor by one that answers otherwise', async () => {
    await install(plugin.user, shelf(), ['entries:read'])
    await putRules(plugin.user, { saves: ['guest'] })
    await arrive('gold')
    await work()
    expect(await deliveries()).toMatchObject([{ state: 'failed', words: { key: 'plugin.missing' } }])
    expect((await providers()).some((one) => one.plugin === 'guest')).toBe(false)
    for (const output of [
      `{ url: 'javascript:alert(1)' }`,
      `{ url: 'https://example.org/', openAtOnce: true }`,
      `'saved'`,
    ]) {
      await install(plugin.user, `async () => (${output})`)
      await arrive(output)
      await work()
      const [delivery] = await deliveries()
      expect(delivery).toMatchObject({ state: 'failed', words: { key: 'plugin.badSave' } })
      expect(await savedBy(plugin.user, delivery?.entryId)).toEqual([])
    }
    expect(paths()).toEqual([])
  })

  test('by a plugin whose address only a reader can open say so', async () => {
    await plugin.set({ values: { opensApp: true } })
    await putRules(plugin.user, { saves: ['beacon'] })
    await arrive('gold')
    await work()
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'failed', words: { key: 'plugin.savesByOpening' } })
    const saves = await plugin.user.request(`/plugins/saves?entryId=${delivery?.entryId}`)
    expect(await dataOf(saves)).toEqual([])
  })
})
