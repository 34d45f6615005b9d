import { expect, onTestFinished, test } from 'vitest'
import { startPluginServer } from '../../../tests/support/plugin-server.ts'

test('what a user has set of plugins is listed for all their browsers, without secrets and for nobody else', async () => {
  const plugin = await startPluginServer('beacon')
  onTestFinished(() => plugin.close())
  const listed = async (user = plugin.user) =>
    ((await (await user.request('/plugins/settings')).json()) as { data: { plugins: unknown } }).data.plugins
  expect(await listed()).toEqual([])
  await plugin.set({ values: { enableBeacon: true }, secrets: { beaconToken: 'a-token' } })
  expect(await listed()).toEqual([
    {
      plugin: 'beacon',
      on: true,
      values: expect.objectContaining({ enableBeacon: true, name: 'reader' }),
      secretsSet: ['beaconToken'],
    },
  ])
  await plugin.set({ values: { enableBeacon: false } })
  expect(await listed()).toMatchObject([{ plugin: 'beacon', on: false }])
  expect(await listed(await plugin.signUpFollower('other'))).toEqual([])
})
