import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'

let plugin: PluginServer
beforeAll(async () => {
  plugin = await startPluginServer('hello')
})
afterAll(() => plugin.close())

const bundleOf = (id: string) => guestBundle({ id })
const ask = async (path: string, body: object) => {
  const response = await plugin.user.ask(path, { method: 'POST', body })
  return (await response.json()) as { code: number; data?: unknown }
}
const install = async (bundle: string) => (await installBundle(plugin.user, bundle)).json()

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
