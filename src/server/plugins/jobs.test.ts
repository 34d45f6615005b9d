import { afterEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'

const MINUTE = 60_000
let now = Date.UTC(2026, 10, 1)
let server: PluginServer
afterEach(() => server.close())

const start = (
  plugin: string,
  env: Record<string, string> = {},
  kind: (typeof kinds)[number] = 'sqlite',
  halfTurnMs?: number,
) => startPluginServer(plugin, kind, { env, now: () => now, halfTurnMs })
async function jobsOf(user: TestUser, plugin: string) {
  const response = await user.request(`/plugins/${plugin}/settings`)
  return ((await response.json()) as { data: { jobs?: unknown } }).data.jobs
}
const waiting = async () =>
  Number(
    (
      await server.server.storage.db
        .selectFrom('jobs')
        .selectAll()
        .where('queue', '=', 'plugin-jobs')
        .execute()
    ).length,
  )

describe.each(kinds)('on %s a job of a built-in plugin', (kind) => {
  test('runs for a user who has the plugin on, once at each interval', async () => {
    server = await start('beacon', {}, kind)
    expect(await jobsOf(server.user, 'beacon')).toEqual([
      { name: 'wave', everyMinutes: 60, at: null, words: null },
    ])
    expect(await server.runJobs()).toEqual({ done: 0, failed: 0 })
    await server.set({ values: { enableBeacon: true } })
    // Switching it on again, or changing a setting, does not make it run more often.
    await server.set({ values: { name: 'Ada' } })
    expect(await server.runJobs()).toEqual({ done: 1, failed: 0 })
    expect(await jobsOf(server.user, 'beacon')).toMatchObject([{ at: now, words: null }])
    now += 59 * MINUTE
    await server.set({ values: { enableBeacon: true } })
    expect(await server.runJobs()).toEqual({ done: 0, failed: 0 })
    now += MINUTE
    expect(await server.runJobs()).toEqual({ done: 1, failed: 0 })
    expect(await jobsOf(server.user, 'beacon')).toMatchObject([{ at: now }])
  })
})

test('a plugin that is switched off does no job any more, until it is on again', async () => {
  server = await start('beacon')
  await server.set({ values: { enableBeacon: true } })
  await server.set({ values: { enableBeacon: false } })
  await server.runJobs()
  expect(await jobsOf(server.user, 'beacon')).toMatchObject([{ at: null }])
  expect(await waiting()).toBe(0)
  await server.set({ values: { enableBeacon: true } })
  await server.runJobs()
  expect(await jobsOf(server.user, 'beacon')).toMatchObject([{ at: now }])
})

test('two runners that look at once do a job once', async () => {
  server = await start('beacon')
  await server.set({ values: { enableBeacon: true } })
  const results = await Promise.all([server.runJobs(), server.runJobs()])
  expect(results.map(({ done }) => done).toSorted()).toEqual([0, 1])
})

const bundle = (handler: string, everyMinutes = 30) =>
  guestBundle({
    permissions: ['jobs'],
    jobs: { tidy: { everyMinutes } },
    server: `host.job('tidy', ${handler})`,
  })
async function install(text: string, granted?: readonly string[]) {
  const response = await installBundle(server.user, text, granted)
  return ((await response.json()) as { code: number }).code
}
const permit = (granted: readonly string[]) =>
  server.user.request('/plugins/guest/installed', { method: 'PATCH', body: { granted } })

describe('a job of an installed plugin', () => {
  test('runs in its sandbox, for its own user alone', async () => {
    server = await start('beacon', { PLUGIN_SERVER_HALVES: 'on' })
    expect(
      await install(bundle(`async ({ settings }) => { if (!settings.enabled) throw new Error('off') }`)),
    ).toBe(0)
    const other = await server.server.signUp('other')
    expect(await server.runJobs()).toEqual({ done: 1, failed: 0 })
    expect(await jobsOf(server.user, 'guest')).toEqual([
      { name: 'tidy', everyMinutes: 30, at: now, words: null },
    ])
    expect((await other.request('/plugins/guest/settings')).status).toBe(404)
  })

  test.each([
    [
      'a refusal',
      `async () => { throw Object.assign(new Error('no'), { text: { key: 'closed' } }) }`,
      { key: 'closed' },
      undefined,
    ],
    [
      'an error',
      `async () => { throw new TypeError('a mistake') }`,
      { key: 'plugin.halfFailed', values: { reason: 'a mistake' } },
      undefined,
    ],
    ['an endless loop', 'async () => { for (;;) {} }', { key: 'plugin.tooSlow' }, 50],
  ])(
    'that ends by %s says so, and is tried again later and later, then at its interval',
    async (_, handler, words, halfTurnMs) => {
      server = await start('beacon', { PLUGIN_SERVER_HALVES: 'on' }, 'sqlite', halfTurnMs)
      await install(bundle(handler))
      expect(await server.runJobs()).toEqual({ done: 0, failed: 1 })
      expect(await jobsOf(server.user, 'guest')).toMatchObject([{ at: now, words }])
      for (const seconds of [4, 8, 16, 32]) {
        now += (seconds / 2) * 1000
        expect(await server.runJobs()).toEqual({ done: 0, failed: 1 })
      }
      now += MINUTE
      expect(await server.runJobs()).toEqual({ done: 1, failed: 0 })
      now += 29 * MINUTE
      expect(await server.runJobs()).toEqual({ done: 0, failed: 0 })
      now += MINUTE
      expect(await server.runJobs()).toEqual({ done: 0, failed: 1 })
    },
  )

  test('does not run without the permission, and runs when it is granted', async () => {
    server = await start('beacon', { PLUGIN_SERVER_HALVES: 'on' })
    await install(bundle('async () => {}'), [])
    expect(await server.runJobs()).toEqual({ done: 0, failed: 0 })
    await permit(['jobs'])
    await permit([])
    await server.runJobs()
    expect(await jobsOf(server.user, 'guest')).toMatchObject([{ at: null }])
    await permit(['jobs'])
    await server.runJobs()
    expect(await jobsOf(server.user, 'guest')).toMatchObject([{ at: now }])
  })

  test('ends when the plugin is removed', async () => {
    server = await start('beacon', { PLUGIN_SERVER_HALVES: 'on' })
    await install(bundle('async () => {}'))
    await server.runJobs()
    await server.user.request('/plugins/guest/installed', { method: 'DELETE' })
    now += 30 * MINUTE
    await server.runJobs()
    expect(await waiting()).toBe(0)
    expect(await server.server.storage.db.selectFrom('pluginJobs').selectAll().execute()).toEqual([])
  })

  test('that runs too often makes no plugin', async () => {
    server = await start('beacon', { PLUGIN_SERVER_HALVES: 'on' })
    expect(await install(bundle('async () => {}', 5))).not.toBe(0)
  })

  test('where the administrator does not permit server halves says so', async () => {
    server = await start('beacon')
    await install(bundle('async () => {}'))
    await server.runJobs()
    expect(await jobsOf(server.user, 'guest')).toMatchObject([{ words: { key: 'plugin.halvesOff' } }])
  })
})
