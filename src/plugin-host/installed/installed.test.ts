import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import type { SharedManifest } from '../../contract/plugin-bundle.ts'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { $isEveryFeatureRegistered } from '../../features/registry.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import {
  $listedPlugins,
  pluginAtAddressRequested,
  pluginRemovalRequested,
} from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $integration } from '../../model/settings/index.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { testManifest } from '../testing.ts'
import { $preview, installRequested, previewClosed, previewRequested, removeRequested } from './installed.ts'
import { $plugins, pluginsRequested } from '../settings/plugin-states.ts'
import { $areInstalledListed, pluginHostStarted } from '../run/plugins.ts'
import { $storedPlugins } from '../run/stored-plugins.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

const manifest: SharedManifest = {
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: { on: { type: 'boolean', default: false } },
  permissions: [],
}
const guest: InstalledPlugin = {
  manifest,
  hash: '0'.repeat(64),
  size: 100,
  address: 'https://plugins.example/guest.json',
  granted: [],
  installedAt: 0,
  catalogue: null,
  previousVersion: null,
}
/** What the browser stores of a plugin that is off. */
const off = { on: false, values: {} }

/** A reader whose server has these plugins from elsewhere. @param stored of the plugins, by this browser */
function readerWith(installed: InstalledPlugin[], stored: object) {
  const requests: string[] = []
  const api = {
    plugins: {
      installed: async () => ({ code: 0, data: installed }),
      settings: async ({ plugin }: { plugin: string }) => {
        requests.push(plugin)
        return { code: 0, data: { values: { on: false }, secretsSet: [] } }
      },
      updateSettings: async () => ({ code: 0 }),
      preview: async () => ({ code: 0, data: { manifest, hash: guest.hash } }),
      install: async () => ({ code: 0, data: (installed = [guest])[0] }),
      remove: async () => {
        installed = []
        return { code: 0 }
      },
      bundle: async () => {
        const locales = { en: { name: 'Guest' } }
        const bundle = { format: 'lectern-plugin-1', manifest, locales, client: '' }
        return { code: 0, data: { bundle: JSON.stringify(bundle), hash: guest.hash } }
      },
    },
  }
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const scope = fork({
    values: [
      [$services, { api, local: memoryLocal(), storage } as unknown as Services],
      [$pluginSources, []],
      [$integration, { plugins: stored }],
    ],
  })
  return { scope, api, requests }
}

test('an installed plugin that this browser knows costs no request of its settings at the start', async () => {
  const { scope, requests } = readerWith([guest], { guest: off })
  await allSettled(pluginHostStarted, { scope })
  expect(scope.getState($pluginSources).map(({ id }) => id)).toEqual(['guest'])
  expect(requests).toEqual([])
})

test.each([
  ['are listed', [] as InstalledPlugin[]],
  ['cannot be listed', new Error('Refused')],
])('not every screen is known until the installed plugins that are on %s', async (_, result) => {
  const { scope, api } = readerWith([], { guest: { on: true, values: { on: true } } })
  const response = Promise.withResolvers<{ code: number; data: InstalledPlugin[] }>()
  api.plugins.installed = () => response.promise
  const hostStarted = allSettled(pluginHostStarted, { scope })
  expect(scope.getState($isEveryFeatureRegistered)).toBe(false)
  if (result instanceof Error) response.reject(result)
  else response.resolve({ code: 0, data: result })
  await hostStarted
  expect(scope.getState($isEveryFeatureRegistered)).toBe(true)
})

test('a plugin that was installed on another device is known after the start, and the others stay known', async () => {
  const { scope, requests } = readerWith([guest], { other: off })
  await allSettled(pluginHostStarted, { scope })
  expect(requests).toEqual(['guest'])
  expect(Object.keys(scope.getState($storedPlugins))).toEqual(['other', 'guest'])
})

test('each opening of the settings fetches the settings of a plugin once', async () => {
  const { scope, requests } = readerWith([guest], { guest: off })
  for (const opening of [1, 2]) {
    await Promise.all([pluginHostStarted, pluginsRequested].map((unit) => allSettled(unit, { scope })))
    expect(requests).toHaveLength(opening)
  }
  expect([...scope.getState($plugins).keys()]).toEqual(['guest'])
})

test.each([
  ['before those of a built-in plugin', ['guest', 'slow']],
  ['after those of a built-in plugin', ['slow', 'guest']],
])('an installed plugin whose settings arrive %s stays known and is shown', async (_, order) => {
  const { scope, api } = readerWith([guest], { guest: off })
  const slow = { id: 'slow', manifest: async () => testManifest('slow'), client: null, translations: {} }
  await allSettled($pluginSources, { scope, params: [slow] })
  const responses = new Map(order.map((id) => [id, Promise.withResolvers<void>()]))
  api.plugins.settings = async ({ plugin }) => {
    await responses.get(plugin)?.promise
    return { code: 0, data: { values: { on: false }, secretsSet: [] } }
  }
  const shown = Promise.all([pluginsRequested, pluginHostStarted].map((unit) => allSettled(unit, { scope })))
  const seen: unknown[] = []
  createWatch({ unit: $storedPlugins, scope, fn: (stored) => seen.push(stored['guest']) })
  for (const id of order) {
    await vi.waitFor(() => expect(scope.getState($pluginSources)).toHaveLength(2))
    responses.get(id)?.resolve()
    await vi.waitFor(() => expect([...scope.getState($plugins).keys()]).toContain(id))
  }
  await shown
  expect([...scope.getState($plugins).keys()]).toEqual(['slow', 'guest'])
  expect(seen).not.toContain(undefined)
})

test('a plugin that was removed on another device is forgotten when the settings open', async () => {
  const { scope } = readerWith([], { guest: off })
  await Promise.all([pluginHostStarted, pluginsRequested].map((unit) => allSettled(unit, { scope })))
  expect(scope.getState($storedPlugins)).toEqual({})
})

test('a plugin stays known when the installed ones cannot be listed', async () => {
  const { scope, api } = readerWith([], { guest: off })
  api.plugins.installed = () => Promise.reject(new Error('Refused'))
  await Promise.all([pluginHostStarted, pluginsRequested].map((unit) => allSettled(unit, { scope })))
  expect(scope.getState($storedPlugins)).toEqual({ guest: off })
})

test('a list from before an installation, which arrives after it, hides nothing', async () => {
  const { scope, api } = readerWith([], {})
  const { installed } = api.plugins
  const before = Promise.withResolvers<{ code: number; data: InstalledPlugin[] }>()
  api.plugins.installed = () => before.promise
  const shown = Promise.all([pluginHostStarted, pluginsRequested].map((unit) => allSettled(unit, { scope })))
  api.plugins.installed = installed
  const looked = allSettled(previewRequested, { scope, params: { bundle: '' } })
  await vi.waitFor(() => expect(scope.getState($preview)).not.toBeNull())
  const ended = allSettled(installRequested, { scope, params: { granted: [], values: {} } })
  await vi.waitFor(() => expect([...scope.getState($plugins).keys()]).toEqual(['guest']))
  before.resolve({ code: 0, data: [] })
  await Promise.all([shown, looked, ended])
  expect([...scope.getState($plugins).keys()]).toEqual(['guest'])
})

test('an installed plugin is in the settings at once, and a removed one is not', async () => {
  const { scope } = readerWith([], {})
  await Promise.all([pluginHostStarted, pluginsRequested].map((unit) => allSettled(unit, { scope })))
  await allSettled(previewRequested, { scope, params: { address: guest.address ?? '' } })
  await allSettled(installRequested, { scope, params: { granted: [], values: {} } })
  expect([...scope.getState($plugins).keys()]).toEqual(['guest'])
  await allSettled(removeRequested, { scope, params: 'guest' })
  expect(scope.getState($plugins).size).toBe(0)
  expect(scope.getState($storedPlugins)).toEqual({})
})

test('the page of a plugin that was just installed waits until it is listed', async () => {
  const { scope, api } = readerWith([], {})
  await allSettled(pluginHostStarted, { scope })
  await allSettled(previewRequested, { scope, params: { address: 'https://plugins.example/guest.json' } })
  const response = Promise.withResolvers<{ code: number; data: InstalledPlugin[] }>()
  api.plugins.installed = () => response.promise
  const installed = allSettled(installRequested, { scope, params: { granted: [], values: {} } })
  await vi.waitFor(() => expect(scope.getState($preview)).toBe(null))
  expect(scope.getState($areInstalledListed)).toBe(false)
  response.resolve({ code: 0, data: [guest] })
  await installed
  expect(scope.getState($areInstalledListed)).toBe(true)
  expect(scope.getState($pluginSources).map(({ id }) => id)).toEqual(['guest'])
})

test('an address of the palette is looked at when the host has loaded, and once', async () => {
  const { scope } = readerWith([], {})
  await allSettled(pluginAtAddressRequested, { scope, params: 'https://plugins.example/guest.json' })
  // The commands load no host; the page of the settings does.
  await allSettled(pluginHostStarted, { scope })
  expect(scope.getState($preview)?.origin).toEqual({ address: 'https://plugins.example/guest.json' })
  await allSettled(previewClosed, { scope })
  await allSettled(pluginHostStarted, { scope })
  expect(scope.getState($preview)).toBeNull()
})

test('the palette offers installed plugins to remove, and removes one', async () => {
  const { scope } = readerWith([guest], { guest: off })
  await allSettled(pluginHostStarted, { scope })
  expect(scope.getState($listedPlugins)).toMatchObject([{ id: 'guest', isRunning: false, isInstalled: true }])
  await allSettled(pluginRemovalRequested, { scope, params: 'guest' })
  expect(scope.getState($listedPlugins)).toEqual([])
})
