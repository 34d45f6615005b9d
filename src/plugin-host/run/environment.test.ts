import { allSettled, createWatch, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { memoryLocal } from '../../local/memory-local.ts'
import { errorShown } from '../../model/app/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { navigationRequested } from '../../model/location/index.ts'
import { $playerSummary, playerSummaryChanged } from '../../model/player/summary.ts'
import { $services, type Services } from '../../model/services.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { defineClient, type ClientHost, type ReaderEvent } from '../../plugin-api/client.ts'
import { definePlugin, z, type Permission } from '../../plugin-api/manifest.ts'
import { $pluginSources } from './catalogue.ts'
import { $plugins, pluginsRequested } from '../settings/plugin-states.ts'
import { pluginHostStarted } from './plugins.ts'

vi.stubGlobal('LECTERN_VERSION', '0.6.1')

/** @param environment what the server sets of the plugin */
async function running(
  environment: Readonly<Record<string, string>> | null,
  permissions: readonly Permission[] = [],
) {
  const manifest = definePlugin({
    id: 'shelf',
    version: '1.0.0',
    api: '1.3',
    enabledBy: 'on',
    settings: z.object({ on: z.boolean().default(false) }),
    secrets: [],
    permissions,
    browserEnvironment: z.object({ SHELF_HOST: z.string().default('') }),
  })
  const hosts: ClientHost[] = []
  let now = 0
  const api = {
    plugins: {
      settings: async () => ({ code: 0, data: { values: { on: true }, secretsSet: [], environment } }),
    },
    settings: { update: async () => ({ code: 0 }) },
  }
  const services = {
    api,
    local: memoryLocal(),
    newId: () => 'id',
    clock: { now: () => (now += 3000), after: () => () => {} },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    platform: { build: () => 'https://reader.example/assets/start-a1B2.js' },
  }
  const source = {
    id: 'shelf',
    manifest: async () => manifest,
    client: async () => defineClient((host) => void hosts.push(host)),
    translations: {},
  }
  const scope = fork({
    values: [
      [$services, services as unknown as Services],
      [$pluginSources, [source]],
    ],
  })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  return { scope, host: hosts[0] }
}

test('a plugin reads what the server sets of it', async () => {
  const { scope, host } = await running({ SHELF_HOST: 'https://shelf.example' })
  expect(host?.environment).toEqual({ SHELF_HOST: 'https://shelf.example' })
  expect([...scope.getState($plugins).keys()]).toEqual(['shelf'])
})

test('a plugin that the server does not set up is not shown and not started', async () => {
  const { scope, host } = await running(null)
  expect(host).toBeUndefined()
  expect(scope.getState($plugins).size).toBe(0)
})

async function seenBy(permissions: readonly Permission[]) {
  const { scope, host } = await running({ SHELF_HOST: 'x' }, permissions)
  if (!host) throw new Error('The plugin did not start')
  const events: unknown[] = []
  const errors: unknown[] = []
  createWatch({ unit: host.activity.happened, scope, fn: (event) => events.push(event) })
  createWatch({ unit: host.activity.errorShown, scope, fn: (error) => errors.push(error) })
  for (const entryId of ['an-entry', 'the-next', null])
    await allSettled(navigationRequested, { scope, params: { entryId } })
  await allSettled(dialogOpened, { scope, params: { id: 'follow', props: { url: 'https://a.example' } } })
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'appearance', key: 'pictureViewMasonry', value: false },
  })
  for (const isPlaying of [true, false])
    await allSettled(playerSummaryChanged, {
      scope,
      params: { ...scope.getState($playerSummary), isPlaying },
    })
  await allSettled(errorShown, { scope, params: 'broken' })
  return { events, errors, activity: host.activity }
}

test('with its permission, a plugin sees what happens by name and without content', async () => {
  const { events, errors, activity } = await seenBy(['activity'])
  const seen = events.filter((event) => (event as ReaderEvent).kind !== 'changed')
  expect(seen).toEqual([
    { kind: 'entryOpened' },
    { kind: 'entryOpened' },
    { kind: 'dialogOpened', dialog: 'follow' },
    { kind: 'settingChanged', setting: 'pictureViewMasonry' },
    { kind: 'played', seconds: 3 },
  ])
  expect(errors).toEqual(['broken'])
  expect(activity).toMatchObject({ version: '0.6.1', hash: 'a1B2' })
})

test('without its permission, a plugin sees nothing of it', async () => {
  const { events, errors, activity } = await seenBy([])
  expect(events).toEqual([])
  expect(errors).toEqual([])
  expect(activity).toMatchObject({ version: '', hash: '' })
})
