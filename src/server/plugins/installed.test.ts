import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_INSTALLED } from '../../contract/plugins.ts'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { startService } from '../../../tests/support/service.ts'

let plugin: PluginServer
beforeAll(async () => {
  plugin = await startPluginServer('beacon')
})
afterAll(() => plugin.close())

const bundleOf = (id: string) => guestBundle({ id })
const ask = async (path: string, body: object) => {
  const response = await plugin.user.request(path, { method: 'POST', body })
  return (await response.json()) as { code: number; data?: unknown }
}
const install = async (bundle: string) => (await installBundle(plugin.user, bundle)).json()

test.each(['entry', 'global', 'app', 'settings', 'integration', 'beacon'])(
  'a plugin from elsewhere cannot be installed under the name %s of the reader',
  async (id) => {
    expect(await install(bundleOf(id))).toMatchObject({ code: 96004 })
  },
)

test('a name of the reader is refused before the plugin is shown', async () => {
  expect(await ask('/plugins/preview', { bundle: bundleOf('entry') })).toMatchObject({ code: 96004 })
})

test('a bundle that was altered in the database is neither listed nor given out', async () => {
  expect(await install(bundleOf('guest'))).toMatchObject({ code: 0 })
  const listed = async () =>
    ((await (await plugin.user.request('/plugins/installed')).json()) as { data: unknown[] }).data
  expect(await listed()).toHaveLength(1)
  await plugin.server.storage.db
    .updateTable('installedPlugins')
    .set({ bundle: bundleOf('guest').replace('"client":""', '"client":"steal()"') })
    .where('plugin', '=', 'guest')
    .execute()
  expect(await listed()).toEqual([])
  const response = await plugin.user.request('/plugins/guest/bundle')
  expect(await response.json()).toMatchObject({ code: 96003 })
})

test('a plugin of the same id from elsewhere takes no settings and secrets over, and the preview says so', async () => {
  const settings = { endpoint: { type: 'string', default: '' } }
  const bundle = (version: string, more: object = {}) =>
    guestBundle({ id: 'heir', version, settings, secrets: ['token'], ...more })
  const { db } = plugin.server.storage
  const store = () =>
    plugin.user.request('/plugins/heir/settings', {
      method: 'PATCH',
      body: { values: { endpoint: 'https://a.example/' }, secrets: { token: 'mine' } },
    })
  const stored = async () => {
    const answer = await plugin.user.request('/plugins/heir/settings')
    const { data } = (await answer.json()) as { data: { values: object; secretsSet: string[] } }
    return [data.values, data.secretsSet]
  }
  const full = [{ enabled: true, endpoint: 'https://a.example/' }, ['token']]
  const from = (address: string | null) =>
    db.updateTable('installedPlugins').set({ address }).where('plugin', '=', 'heir').execute()

  expect(await ask('/plugins/preview', { bundle: bundle('1.0.0') })).toMatchObject({
    data: { replaces: null },
  })
  await install(bundle('1.0.0'))
  await from('https://author.example/heir.json')
  expect((await store()).status).toBe(200)
  // The same text is the same plugin, wherever it comes from.
  await install(bundle('1.0.0'))
  expect(await stored()).toEqual(full)
  await from('https://author.example/heir.json')
  expect(await ask('/plugins/preview', { bundle: bundle('0.0.1') })).toMatchObject({
    data: {
      replaces: { version: '1.0.0', address: 'https://author.example/heir.json', keepsSettings: false },
    },
  })
  await install(bundle('0.0.1'))
  expect(await stored()).toEqual([{ enabled: true, endpoint: '' }, []])
  // Files do not identify their author.
  await store()
  await install(bundle('0.0.2'))
  expect(await stored()).toEqual([{ enabled: true, endpoint: '' }, []])
})

test('settings that came with an imported account do not switch on what is installed later', async () => {
  const settings = { on: { type: 'boolean', default: false }, endpoint: { type: 'string', default: '' } }
  await plugin.server.storage.db
    .insertInto('pluginSettings')
    .values({
      userId: plugin.user.id,
      plugin: 'later',
      payload: '{"on":true,"endpoint":"https://a.example/"}',
      secrets: '{}',
    })
    .execute()
  expect(await install(guestBundle({ id: 'later', enabledBy: 'on', settings }))).toMatchObject({ code: 0 })
  const response = await plugin.user.request('/plugins/later/settings')
  expect(await response.json()).toMatchObject({
    data: { values: { on: false, endpoint: 'https://a.example/' } },
  })
})

test('a newer version from the same address keeps settings and secrets', async () => {
  const service = await startService(() => ({ status: 200, body: texts.shift() ?? '' }))
  const texts = [1, 2].map((version) =>
    guestBundle({ id: 'loyal', version: `${version}.0.0`, secrets: ['token'] }),
  )
  const [first = '', second = ''] = texts
  const address = `${service.url}/loyal.json`
  const send = (bundle: string) => {
    const hash = createHash('sha256').update(bundle).digest('hex')
    return ask('/plugins/installed', { address, hash, granted: [] })
  }
  expect(await send(first)).toMatchObject({ code: 0 })
  const body = { secrets: { token: 'mine' } }
  await plugin.user.request('/plugins/loyal/settings', { method: 'PATCH', body })
  expect(await send(second)).toMatchObject({ code: 0, data: { manifest: { version: '2.0.0' } } })
  const answer = await plugin.user.request('/plugins/loyal/settings')
  expect(await answer.json()).toMatchObject({ data: { secretsSet: ['token'] } })
  await service.close()
})

test('plugins that are installed at the same time do not pass the bound, which has words of its own', async () => {
  const user = await plugin.server.signUp('collector')
  const bundles = Array.from({ length: MAX_INSTALLED + 2 }, (_, at) => bundleOf(`many${at}`))
  const responses = await Promise.all(bundles.map((bundle) => installBundle(user, bundle)))
  const codes = await Promise.all(responses.map(async (one) => ((await one.json()) as { code: number }).code))
  expect(codes.filter((code) => code === 96012)).toHaveLength(2)
  const listed = await (await user.request('/plugins/installed')).json()
  expect(listed).toMatchObject({ data: { length: MAX_INSTALLED } })
})

test('an address that leads away, or has another text by now than was shown, installs nothing', async () => {
  const texts = [1, 2].map((version) => guestBundle({ id: 'shifty', version: `${version}.0.0` }))
  const service = await startService(({ path }) =>
    path === '/away'
      ? { status: 302, headers: { location: 'http://127.0.0.1:1/plugin.json' } }
      : { status: 200, body: texts.shift() ?? '' },
  )
  expect(await ask('/plugins/preview', { address: `${service.url}/away` })).toMatchObject({ code: 96002 })
  const address = `${service.url}/shifty.json`
  const shown = await ask('/plugins/preview', { address })
  expect(shown).toMatchObject({ code: 0, data: { manifest: { version: '1.0.0' } } })
  const { hash } = shown.data as { hash: string }
  expect(await ask('/plugins/installed', { address, hash, granted: [] })).toMatchObject({ code: 96003 })
  const response = await plugin.user.request('/plugins/shifty/bundle')
  expect(response.status).toBe(404)
  await service.close()
})
