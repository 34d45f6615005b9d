import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { contributed } from '../../features/registry.ts'
import type { Configs } from '../../contract/status.ts'
import { findSettings } from '../../features/settings/searchable-settings.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { registry } from '../../model/app/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { configsReceived } from '../../model/session/state.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { $pluginsWithScreens, $startingPlugins, pluginSwitchedOn } from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { definePlugin, z } from '../../plugin-api/manifest.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
import { $pluginSources, type PluginSource } from '../run/catalogue.ts'
import { started } from './directory.ts'
import { $running } from '../run/running-plugins.ts'
import { $enabledPlugins } from '../run/stored-plugins.ts'
import { sendingTab } from '../testing.ts'
import { hidingSettingOf } from '../run/visible-plugins.ts'

const $searchableSettings = contributed(({ searchableSettings = [] }) => searchableSettings)

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

function source(id: string, more: object = {}, hiddenBy?: PluginSource['hiddenBy']): PluginSource {
  const manifest = definePlugin({
    id,
    version: '1.0.0',
    api: '1.4',
    enabledBy: 'on',
    settings: z.object({ on: z.boolean().default(false), place: z.string().default('') }),
    secrets: ['token'],
    permissions: [],
    ...more,
  })
  const settings = { on: `Use ${id}`, place: 'Place', placeHint: 'Where it is.', token: 'Access token' }
  return {
    id,
    hiddenBy,
    manifest: async () => manifest,
    client: null,
    translations: { en: async () => ({ name: `The ${id}`, settings }) },
  }
}

/** A reader that is idle, and whose plugins are off. */
async function idleReader(others: readonly PluginSource[] = []) {
  let values: object = { on: false }
  const api = {
    plugins: {
      settings: async () => ({ code: 0, data: { values, secretsSet: [] } }),
      updateSettings: async (change: { values: object }) => {
        values = { ...values, ...change.values }
        return { code: 0 }
      },
      installed: async () => ({ code: 0, data: [] }),
    },
  }
  const services = {
    api,
    local: memoryLocal(),
    newId: () => crypto.randomUUID(),
    clock: { now: () => 0, after: () => () => {} },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  } as unknown as Services
  const sources = [
    source('lamp', { hasScreens: true }),
    source('unset', { browserEnvironment: z.object({ UNSET_HOST: z.string().default('') }) }),
    ...others,
  ]
  const scope = fork({
    values: [...sendingTab, [$services, services], [$pluginSources, sources]],
  })
  await allSettled(started, { scope })
  const find = (text: string) =>
    findSettings(scope.getState($searchableSettings), text, (key) => i18next.t(key)).map(({ name }) => name)
  return { scope, api, find }
}

test('the palette finds a plugin that is off by its name and its settings, and opens its switch', async () => {
  const manifest = async () => {
    throw new Error('Its file is gone')
  }
  const { scope } = await idleReader([{ ...source('broken'), manifest }])
  const commands = [...scope.getState(registry.$commands).values()]
  expect(commands.map(({ id, title, keywords }) => ({ id, title, keywords }))).toEqual([
    {
      id: 'settings:plugin-lamp',
      title: 'settings.plugin',
      keywords: [
        'keywords:settings.plugin',
        'lamp:settings.on',
        'lamp:settings.token',
        'lamp:settings.place',
      ],
    },
  ])
  expect(i18next.t('lamp:name')).toBe('The lamp')
  const opened: unknown[] = []
  createWatch({ unit: screenRequested, scope, fn: (request) => opened.push(request) })
  const params = { id: 'settings:plugin-lamp', source: 'test' } as const
  await allSettled(registry.commandInvoked, { scope, params })
  expect(opened).toEqual([{ path: '/settings/integration/lamp#lamp-on' }])
})

test('the search of the settings finds those of plugins; of one that is off it leads to the switch', async () => {
  const { scope, find } = await idleReader()
  expect(find('lamp token')).toEqual(['lamp-on'])
  expect(find('where it')).toEqual(['lamp-on'])
  await allSettled(pluginSwitchedOn, { scope, params: 'lamp' })
  expect(find('lamp token')).toEqual(['lamp-token'])
})

test('a plugin that is off is switched on by its page', async () => {
  const { scope } = await idleReader()
  expect(scope.getState($pluginsWithScreens)).toEqual([{ id: 'lamp', nameKey: 'lamp:name' }])
  expect(scope.getState($enabledPlugins)).not.toContain('lamp')
  const starting: (readonly string[])[] = []
  createWatch({ unit: $startingPlugins, scope, fn: (ids) => starting.push(ids) })
  await allSettled(pluginSwitchedOn, { scope, params: 'lamp' })
  expect(scope.getState($enabledPlugins)).toContain('lamp')
  expect(starting).toEqual([['lamp'], []])
})

test('a page of an installed plugin that is off says so too', async () => {
  const shared = {
    id: 'shelf',
    version: '1.0.0',
    api: '1.8',
    enabledBy: 'on',
    hasScreens: true,
    settings: { on: { type: 'boolean' as const, default: false } },
    permissions: [],
  }
  const shelf = { ...source('shelf'), manifest: async () => manifestOf(shared, []) }
  const { scope } = await idleReader([shelf, source('desk')])
  expect(scope.getState($pluginsWithScreens)?.map(({ id }) => id)).toEqual(['lamp', 'shelf'])
})

test('a plugin that the server does not switch on is not awaited', async () => {
  const { scope, api } = await idleReader()
  api.plugins.updateSettings = async () => {
    throw new TypeError('Failed to fetch')
  }
  await allSettled(pluginSwitchedOn, { scope, params: 'lamp' })
  expect(scope.getState($enabledPlugins)).not.toContain('lamp')
  expect(scope.getState($startingPlugins)).toEqual([])
})

test('a plugin of a function that the user hides neither runs nor is named, and comes back as it was', async () => {
  const { scope, find } = await idleReader([source('model', { hasScreens: true }, 'hideAi')])
  const hide = (value: boolean) =>
    allSettled(settingChanged, { scope, params: { tab: 'general', key: 'hideAi', value } })
  const commands = () => [...scope.getState(registry.$commands).keys()]
  const running = () => [...scope.getState($running).keys()]
  const pages = () => scope.getState($pluginsWithScreens)?.map(({ id }) => id)
  await allSettled(pluginSwitchedOn, { scope, params: 'model' })
  await expect.poll(running).toContain('model')
  expect(commands()).toContain('settings:plugin-model')

  await hide(true)
  expect(running()).not.toContain('model')
  expect(commands()).not.toContain('settings:plugin-model')
  expect(find('model')).toEqual([])
  expect(pages()).toEqual(['lamp'])

  await hide(false)
  await expect.poll(running).toContain('model')
  expect(commands()).toContain('settings:plugin-model')
  expect(pages()).toEqual(['lamp', 'model'])
})

test('a plugin with a currency is not there where the server has no payments', async () => {
  const { scope, find } = await idleReader([source('purse', {}, 'hidePower')])
  const configure = (PAYMENTS: boolean) =>
    allSettled(configsReceived, { scope, params: { PAYMENTS } as Configs })
  expect(find('purse')).not.toEqual([])
  await configure(false)
  expect(find('purse')).toEqual([])
  await configure(true)
  expect(find('purse')).not.toEqual([])
})

test('installed plugins are hidden by their permissions', () => {
  expect(hidingSettingOf({ granted: ['entries:read', 'model'] })).toBe('hideAi')
  expect(hidingSettingOf({ granted: ['entries:read'] })).toBeUndefined()
})
