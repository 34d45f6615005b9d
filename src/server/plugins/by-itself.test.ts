import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { json, startService, type Service } from '../../../tests/support/service.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { blank } from '../email/incoming/parsed-mail.ts'

const MINUTE = 60_000

describe.each(kinds)('what a server half does by itself, on %s', (kind) => {
  let now = Date.UTC(2026, 10, 1)
  let service: Service
  let plugin: PluginServer
  let other: TestUser
  beforeEach(async () => {
    service = await startService(() => json(200, {}))
    plugin = await startPluginServer('hello', kind, { env: { PLUGIN_SERVER_HALVES: 'on' }, now: () => now })
    other = await plugin.signUpFollower('other')
  })
  afterEach(async () => {
    await plugin.close()
    await service.close()
  })

  const host = () => new URL(service.url).host
  const install = async (user: TestUser, half: string) => {
    const bundle = guestBundle({
      permissions: ['jobs', 'entries:read', `net:${host()}`],
      jobs: { tidy: { everyMinutes: 30 } },
      conditions: { good: { type: 'boolean' } },
      server: half,
    })
    expect((await installBundle(user, bundle)).status).toBe(200)
  }
  const settings = async (user: TestUser) => {
    const response = await user.request('/plugins/guest/settings')
    type Settings = {
      values: { enabled: boolean }
      byItself?: { contacted: unknown; isSwitchedOff: boolean }
    }
    return ((await response.json()) as { data: Settings }).data
  }
  const ask = `await fetch('SERVICE/tidy');`
  const asking = () => ask.replace('SERVICE', service.url)
  const putRule = (user: TestUser) =>
    user.request('/actions', {
      method: 'PUT',
      body: {
        rules: [
          {
            name: 'Star',
            condition: [[{ field: 'guest:good', operator: 'eq', value: 'true' }]],
            result: { star: true },
          },
        ],
      },
    })
  const arrive = async (title: string) => {
    now += 1000
    await plugin.arrive([{ ...blank, guid: title, title }])
  }

  test('lists the hosts that it contacts, for its own user, and goes with the plugin', async () => {
    await install(
      plugin.user,
      `host.job('tidy', async ({ fetch }) => { ${asking()} ${asking()} })
       host.condition('good', async ({ entries }, { fetch }) => { ${asking()} return entries.map(() => true) })`,
    )
    await install(other, `host.job('tidy', async () => {}); host.condition('good', async () => [true])`)
    expect((await settings(plugin.user)).byItself).toBeUndefined()
    await plugin.runJobs()
    const contact = (count: number) => ({
      contacted: [{ host: host(), count, at: now }],
      isSwitchedOff: false,
    })
    expect((await settings(plugin.user)).byItself).toEqual(contact(2))
    await putRule(plugin.user)
    now += MINUTE
    await arrive('gold')
    expect((await settings(plugin.user)).byItself).toEqual(contact(3))
    expect((await settings(other)).byItself).toBeUndefined()
    await plugin.user.request('/plugins/guest/installed', { method: 'DELETE' })
    const left = await plugin.server.storage.db.selectFrom('pluginContacts').selectAll().execute()
    expect(left).toEqual([])
  }, 180_000)

  test('switches it off for its user once three conditions of rules have crashed within a day', async () => {
    const broken = `host.condition('good', async () => { throw new TypeError('a mistake') })`
    await install(plugin.user, broken)
    await install(other, `host.condition('good', async ({ entries }) => entries.map(() => true))`)
    for (const user of [plugin.user, other]) await putRule(user)
    await arrive('one')
    now += 25 * 60 * MINUTE
    for (const title of ['two', 'three']) await arrive(title)
    expect(await settings(plugin.user)).toMatchObject({
      values: { enabled: true },
      byItself: { isSwitchedOff: false },
    })
    await arrive('four')
    expect(await settings(plugin.user)).toMatchObject({
      values: { enabled: false },
      byItself: { isSwitchedOff: true },
    })
    expect(await settings(other)).toEqual({
      values: { enabled: true },
      secretsSet: [],
      jobs: expect.anything(),
    })
    // Switching it on again resets the count.
    const values = { enabled: true }
    await plugin.user.request('/plugins/guest/settings', { method: 'PATCH', body: { values } })
    expect(await settings(plugin.user)).toEqual({ values, secretsSet: [], jobs: expect.anything() })
    await arrive('five')
    expect(await settings(plugin.user)).toMatchObject({
      values: { enabled: true },
      byItself: { isSwitchedOff: false },
    })
  }, 180_000)

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('switches it off once a job has crashed in three runs, and not for refusals', async () => {
    const crash = `throw new TypeError('a mistake')`
    const refusal = `throw Object.assign(new Error(), { text: { key: 'closed' } })`
    const half = (failure: string) =>
      `host.job('tidy', async () => { ${failure} }); host.condition('good', async () => [true])`
    await install(plugin.user, half(crash))
    await install(other, half(refusal))
    for (const isOn of [true, true, false]) {
      // One run with its retries.
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await plugin.runJobs()
        now += MINUTE
      }
      now += 30 * MINUTE
      expect((await settings(plugin.user)).values.enabled).toBe(isOn)
    }
    expect(await plugin.runJobs()).toEqual({ done: 1, failed: 1 })
    expect((await settings(other)).values.enabled).toBe(true)
    expect((await settings(other)).byItself).toBeUndefined()
  }, 300_000)
})
