/** The permission of an installed plugin for the host of an address in its settings. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { startService, type Service } from '../../../tests/support/service.ts'

const PERMISSION = 'net:{endpoint}'
const REACHES = `host.answer('reach', async ({ url }, { fetch }) => (await fetch(url)).text)`
const bundle = (id: string) =>
  guestBundle({
    id,
    settings: { endpoint: { type: 'string', default: '' }, other: { type: 'string', default: '' } },
    permissions: [PERMISSION],
    server: REACHES,
  })
const dataOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { data?: unknown }).data
const set = async (user: TestUser, endpoint: string, id = 'guest') => {
  const body = { values: { endpoint } }
  expect((await user.request(`/plugins/${id}/settings`, { method: 'PATCH', body })).status).toBe(200)
}
const grant = (user: TestUser, granted: readonly string[], id = 'guest') =>
  user.request(`/plugins/${id}/installed`, { method: 'PATCH', body: { granted } })
/** What the plugin's two halves receive from an address: a text, or the key of the refusal. */
const reach = async (user: TestUser, url: string, id = 'guest') => {
  const outcomes = await Promise.all([
    user.request(`/plugins/${id}/calls/reach`, { method: 'POST', body: { input: { url } } }).then(dataOf),
    user.request(`/plugins/${id}/fetch`, { method: 'POST', body: { url } }).then(dataOf),
  ])
  return (outcomes as { ok: boolean; output?: unknown; words?: { key: string } }[]).map((one) => {
    const output = one.output as string | { text: string } | undefined
    return one.words?.key ?? (typeof output === 'string' ? output : output?.text)
  })
}
const both = (outcome: string) => [outcome, outcome]

describe('the host of a setting', () => {
  let plugin: PluginServer
  let here: Service
  let elsewhere: Service
  beforeEach(async () => {
    plugin = await startPluginServer('hello', 'sqlite', { env: { PLUGIN_SERVER_HALVES: 'on' } })
    here = await startService(() => ({ status: 200, body: 'here' }))
    elsewhere = await startService(() => ({ status: 200, body: 'elsewhere' }))
  })
  afterEach(() => Promise.all([plugin.close(), here.close(), elsewhere.close()]))
  const hostOf = ({ url }: Service) => new URL(url).host

  test('a plugin reaches the host of its setting once that is granted, and no other when the setting changes', async () => {
    const { user } = plugin
    await installBundle(user, bundle('guest'), [])
    await set(user, here.url)
    expect(await reach(user, here.url)).toEqual(both('outside.forbidden'))
    expect(await dataOf(await grant(user, [`${PERMISSION}=${hostOf(here)}`]))).toMatchObject({
      granted: [`${PERMISSION}=${hostOf(here)}`],
    })
    expect(await reach(user, `${here.url}/save`)).toEqual(both('here'))
    expect(await reach(user, elsewhere.url)).toEqual(both('outside.forbidden'))
    const port = new URL(here.url).port
    const changed = [
      elsewhere.url,
      elsewhere.url.toUpperCase(),
      elsewhere.url.replace('//', `//${hostOf(here)}@`),
      `${elsewhere.url}/?${here.url}`,
      `http://[::1]:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://127.0.0.2:${port}`,
      'http://127.0.0.1:1',
      `ftp://${hostOf(here)}`,
      '',
    ]
    for (const address of changed) {
      await set(user, address)
      expect(await reach(user, address || here.url), address).toEqual(both('outside.forbidden'))
      expect(await reach(user, here.url), address).toEqual(both('outside.forbidden'))
    }
    expect(elsewhere.requests).toEqual([])
    expect(here.requests).toHaveLength(2)
    // The same host in another notation, and the new one once it is allowed.
    await set(user, `HTTP://reader:password@0x7f.1:${port}/save`)
    expect(await reach(user, here.url)).toEqual(both('here'))
    await set(user, elsewhere.url)
    await grant(user, [`${PERMISSION}=${hostOf(elsewhere)}`])
    expect(await reach(user, elsewhere.url)).toEqual(both('elsewhere'))
    expect(await reach(user, here.url)).toEqual(both('outside.forbidden'))
    await grant(user, [])
    expect(await reach(user, elsewhere.url)).toEqual(both('outside.forbidden'))
  }, 180_000)

  test('what one plugin or user was granted is nobody else’s', async () => {
    const { user } = plugin
    const other = await plugin.server.signUp('other')
    const granted = [`${PERMISSION}=${hostOf(here)}`]
    await installBundle(user, bundle('guest'), granted)
    await installBundle(user, bundle('second'), [])
    await installBundle(other, bundle('guest'), [])
    for (const [owner, id] of [
      [user, 'guest'],
      [user, 'second'],
      [other, 'guest'],
    ] as const)
      await set(owner, here.url, id)
    expect(await reach(user, here.url)).toEqual(both('here'))
    expect(await reach(user, here.url, 'second')).toEqual(both('outside.forbidden'))
    expect(await reach(other, here.url)).toEqual(both('outside.forbidden'))
    expect((await grant(other, granted, 'second')).status).toBe(404)
    await grant(other, granted)
    await grant(user, [])
    expect(await reach(other, here.url)).toEqual(both('here'))
    expect(await reach(user, here.url)).toEqual(both('outside.forbidden'))
    // Removed and installed again, it starts without its grants.
    expect((await other.request('/plugins/guest/installed', { method: 'DELETE' })).status).toBe(200)
    await installBundle(other, bundle('guest'), [])
    await set(other, here.url)
    expect(await reach(other, here.url)).toEqual(both('outside.forbidden'))
  }, 180_000)

  test('a permission for a host opens neither the inner network nor a host to which a permitted one redirects', async () => {
    const { user } = plugin
    const inner = ['169.254.169.254', '10.0.0.1', '0.0.0.0:1']
    here.refuse(({ path }) =>
      path === '/away' ? { status: 302, headers: { location: `${elsewhere.url}/` } } : null,
    )
    const text = guestBundle({
      permissions: [...inner, hostOf(here)].map((host) => `net:${host}`),
      server: REACHES,
    })
    await installBundle(user, text)
    for (const host of inner)
      expect(await reach(user, `http://${host}/`), host).toEqual(both('outside.unreachable'))
    expect(await reach(user, `${here.url}/away`)).toEqual(both('outside.forbidden'))
    expect(elsewhere.requests).toEqual([])
    expect(await reach(user, here.url)).toEqual(both('here'))
  })

  test('only a host can be granted, for the setting that the plugin names; private ones stay closed', async () => {
    const { user } = plugin
    for (const bad of [
      PERMISSION,
      `${PERMISSION}=`,
      `${PERMISSION}=http://a.example/`,
      `${PERMISSION}=A.example`,
    ])
      expect((await installBundle(user, bundle('guest'), [bad])).status, bad).toBe(400)
    const host = hostOf(here)
    await installBundle(user, bundle('guest'), [`net:{other}=${host}`, `net:${host}`])
    await set(user, here.url)
    expect(await dataOf(await user.request('/plugins/installed'))).toMatchObject([{ granted: [] }])
    expect(await reach(user, here.url)).toEqual(both('outside.forbidden'))
    for (const inner of ['10.0.0.1', '[::1]:8080', '169.254.169.254']) {
      await set(user, `http://${inner}/`)
      expect((await grant(user, [`${PERMISSION}=${inner}`])).status).toBe(200)
      expect(await reach(user, `http://${inner}/`), inner).toEqual(both('outside.unreachable'))
    }
  }, 180_000)
})
