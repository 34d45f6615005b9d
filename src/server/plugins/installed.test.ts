import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'

let plugin: PluginServer
beforeAll(async () => {
  plugin = await startPluginServer('hello')
})
afterAll(() => plugin.close())

const bundleOf = (id: string) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id,
      version: '1.0.0',
      api: '1.3',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions: [],
    },
    locales: { en: { name: id } },
    client: '',
  })
const ask = async (path: string, body: object) => {
  const response = await plugin.user.ask(path, { method: 'POST', body })
  return (await response.json()) as { code: number; data?: unknown }
}
const install = (bundle: string) =>
  ask('/plugins/installed', { bundle, hash: createHash('sha256').update(bundle).digest('hex'), granted: [] })

test.each(['entry', 'global', 'app', 'settings', 'integration', 'hello'])(
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
    ((await (await plugin.user.ask('/plugins/installed')).json()) as { data: unknown[] }).data
  expect(await listed()).toHaveLength(1)
  await plugin.server.storage.db
    .updateTable('installedPlugins')
    .set({ bundle: bundleOf('guest').replace('"client":""', '"client":"steal()"') })
    .where('plugin', '=', 'guest')
    .execute()
  expect(await listed()).toEqual([])
  const response = await plugin.user.ask('/plugins/guest/bundle')
  expect(await response.json()).toMatchObject({ code: 96003 })
})
