import { expect, onTestFinished, test } from 'vitest'
import { startPluginServer } from '../../../tests/support/plugin-server.ts'

test('what a user has set of plugins is listed for all their browsers, without secrets and for nobody else', async () => {
  const plugin = await startPluginServer('outline')
  onTestFinished(() => plugin.close())
  const listed = async (user = plugin.user) =>
    ((await (await user.ask('/plugins/settings')).json()) as { data: { plugins: unknown } }).data.plugins
  expect(await listed()).toEqual([])
  await plugin.set({ values: { enableOutline: true }, secrets: { outlineToken: 'a-token' } })
  expect(await listed()).toEqual([
    {
      plugin: 'outline',
      on: true,
      values: expect.objectContaining({ enableOutline: true, outlineCollection: '' }),
      secretsSet: ['outlineToken'],
    },
  ])
  await plugin.set({ values: { enableOutline: false } })
  expect(await listed()).toMatchObject([{ plugin: 'outline', on: false }])
  expect(await listed(await plugin.signUpFollower('other'))).toEqual([])
})
