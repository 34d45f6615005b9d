import { allSettled, fork, type Node } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { memoryLocal } from '../../local/memory-local.ts'
import { registry, startupIdle } from '../../model/app/index.ts'
import { $translations } from '../../model/entries/index.ts'
import { $dialogStack } from '../../model/layout/index.ts'
import { $providedOutputs } from '../../model/player/media-output.ts'
import { $searchSources } from '../../model/search/provided-sources.ts'
import { $services, type Services } from '../../model/services.ts'
import { $colorThemes } from '../../model/settings/index.ts'
import { $entryPanels, $features, $listColumns, contributed } from '../../features/registry.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { pluginFaults } from '../../plugin-api/testing.ts'
import { $pluginSources, builtInPlugins, type PluginSource } from './catalogue.ts'
import { pluginSettingChanged, pluginsRequested } from '../settings/plugin-states.ts'
import { $running, pluginHostStarted } from './plugins.ts'
import { $readStyles } from '../styles/plugin-styles.ts'
import { sendingTab } from '../testing.ts'

const $styleSheets = contributed(({ styleSheets = [] }) => styleSheets)

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

/** Those of some plugins that are there. */
const there = (...ids: readonly string[]) => ids.filter((id) => builtInPlugins.some((one) => one.id === id))
const sourceOf = (id: string) => builtInPlugins.find((plugin) => plugin.id === id)!

/** A reader with every built-in plugin, of which those that are on by default run. */
async function reader() {
  const values: Record<string, object> = {}
  const services = {
    local: memoryLocal(),
    newId: () => crypto.randomUUID(),
    clock: { now: () => 0, after: () => () => {} },
    platform: { selectedText: () => '', build: () => '' },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    api: {
      status: { configs: async () => ({ code: 0, data: { AI_ENABLED: true } }) },
      plugins: {
        settings: async ({ plugin }: { plugin: string }) => {
          const { settings } = await sourceOf(plugin).manifest()
          return {
            code: 0,
            data: { values: { ...settings.parse({}), ...values[plugin] }, secretsSet: [], environment: {} },
          }
        },
        updateSettings: async (change: { plugin: string; values?: object }) => {
          values[change.plugin] = { ...values[change.plugin], ...change.values }
          return { code: 0 }
        },
      },
    },
  } as unknown as Services
  // No browser parses them here: tests/e2e/plugin-styles.spec.ts does.
  const readStyles = ({ id, styles }: Manifest) => (styles ? [{ id, css: '' }] : [])
  /** Ids of those whose code was loaded. */
  const loaded: string[] = []
  const sources = builtInPlugins.map((plugin): PluginSource => {
    const { id, client } = plugin
    if (!client) return plugin
    return { ...plugin, client: (...args) => (loaded.push(id), client(...args)) }
  })
  const scope = fork({
    values: [...sendingTab, [$services, services], [$readStyles, readStyles], [$pluginSources, sources]],
  })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  const registered = () => ({
    running: [...scope.getState($running).keys()],
    commands: [...scope.getState(registry.$commands).values()]
      .filter(({ plugin }) => plugin !== undefined)
      .map(({ id }) => id),
    features: scope.getState($features).map(({ id }) => id),
    routes: scope.getState($features).flatMap(({ screens = [] }) => screens.map(({ path }) => path)),
    translations: scope.getState($translations).size,
    outputs: [...scope.getState($providedOutputs).keys()],
    searchSources: scope.getState($searchSources).map(({ id }) => id),
    styleSheets: scope.getState($styleSheets).map(({ id }) => id),
    themes: scope.getState($colorThemes).map(({ id }) => id),
    columns: scope.getState($listColumns).map(({ id }) => id),
    sections: scope.getState($entryPanels).flatMap(({ id, below }) => (below ? [id] : [])),
  })
  const set = async (id: string, on: boolean) => {
    const { enabledBy } = await sourceOf(id).manifest()
    await allSettled(pluginSettingChanged, { scope, params: { id, values: { [enabledBy]: on } } })
  }
  return { registered, set, loaded, scope }
}

test('the plugins that their switches put on run until the user switches them off', async () => {
  const { registered } = await reader()
  const manifests = await Promise.all(builtInPlugins.map(({ manifest }) => manifest()))
  const onByDefault = manifests.filter(({ settings, enabledBy }) => settings.parse({})[enabledBy] === true)
  expect(onByDefault.length).toBeGreaterThan(0)
  expect(registered().running.toSorted()).toEqual(onByDefault.map(({ id }) => id).toSorted())
})

test.each(builtInPlugins)('$id keeps the rules of plugins', async (plugin) => {
  const [manifest, client, ...texts] = await Promise.all([
    plugin.manifest(),
    plugin.client?.(() => {}),
    ...Object.values(plugin.translations).map((load) => load()),
  ])
  const locales = Object.fromEntries(Object.keys(plugin.translations).map((name, at) => [name, texts[at]]))
  expect(Object.keys(locales).toSorted()).toEqual(['en', 'ja', 'zh-CN', 'zh-TW'])
  expect(pluginFaults({ manifest, client, locales })).toEqual([])
})

const nothing = {
  running: [],
  commands: [],
  features: [],
  routes: [],
  translations: 0,
  outputs: [],
  searchSources: [],
  styleSheets: [],
  themes: [],
  columns: [],
  sections: [],
}

test.each(builtInPlugins.map(({ id, manifest }) => ({ id, manifest })))(
  '$id has commands only while it is on, and leaves no command, button, page, dialog, panel, search, format or theme',
  async ({ id, manifest }) => {
    const { registered, set } = await reader()
    for (const running of registered().running) await set(running, false)
    const { permissions, hasScreens = false } = await manifest()
    expect(registered()).toEqual(nothing)
    await set(id, true)
    expect(registered()).toMatchObject({ running: [id], features: expect.arrayContaining([id]) })
    // A plugin that observes the reader, changes its colours, or only says something of entries, has no command of its own.
    const { themes, columns, sections } = registered()
    const hasCommands = !permissions.includes('activity') && [...themes, ...columns, ...sections].length === 0
    expect(registered().commands.length > 0).toBe(hasCommands)
    // Without it the address of a page is unknown while the plugin is off.
    expect(registered().routes.length > 0).toBe(hasScreens)
    await set(id, false)
    expect(registered()).toEqual(nothing)
  },
)

test('with all plugins on, a start loads the code of those alone that say so', async () => {
  const { registered, set, loaded, scope } = await reader()
  const manifests = await Promise.all(builtInPlugins.map(({ manifest }) => manifest()))
  const users = manifests.filter(({ example }) => !example)
  for (const { id } of users) await set(id, true)
  await allSettled(startupIdle, { scope })
  expect(registered().running.toSorted()).toEqual(users.map(({ id }) => id).toSorted())
  expect(registered().commands.length).toBeGreaterThan(40)
  const atStart = users.filter(({ activation }) => activation?.includes('start')).map(({ id }) => id)
  expect(loaded.toSorted()).toEqual(atStart)
  expect(atStart).toEqual(there('power', 'telemetry'))
})

test.each(
  [
    ['opml', 'global:import-opml', 'import-report'],
    ['other-readers', 'global:import-other-reader', 'import-report'],
    ['digests', 'digests:make', 'digests/edit'],
    ['rsshub', 'rsshub:add', 'rsshub/edit'],
  ].filter(([id = '']) => there(id).length > 0),
)('the first command of %s loads its code, and opens its dialog', async (id = '', command = '', dialog) => {
  const { set, loaded, scope } = await reader()
  await set(id, true)
  expect(loaded).toEqual([])
  await allSettled(registry.commandInvoked, { scope, params: { id: command, source: 'test' } })
  expect(loaded).toEqual([id])
  expect(scope.getState($dialogStack).map((one) => one.id)).toEqual([dialog])
})

/** How many units and connections between them the reader consists of: listeners that a plugin leaves are among them. */
function graphSize(): number {
  const nodes = new Set<Node>()
  const found = [(registry.$commands as unknown as { readonly graphite: Node }).graphite]
  for (let node = found.pop(); node; node = found.pop()) {
    if (nodes.has(node)) continue
    nodes.add(node)
    found.push(...node.next, ...node.family.links, ...node.family.owners)
  }
  return [...nodes].reduce((size, { next, family }) => size + 1 + next.length + family.links.length, 0)
}

test('switching all of them on and off 20 times leaves registries, routes and listeners as before', async () => {
  const { registered, set } = await reader()
  const ids = builtInPlugins.map(({ id }) => id)
  const manifests = await Promise.all(builtInPlugins.map(({ manifest }) => manifest()))
  const withScreens = manifests.filter(({ hasScreens }) => hasScreens).length
  const setAll = (on: boolean) => Promise.all(ids.map((id) => set(id, on)))
  await setAll(false)
  const before = graphSize()
  expect(before).toBeGreaterThan(1000)
  for (let round = 0; round < 20; round += 1) {
    await setAll(true)
    expect(registered().running.toSorted()).toEqual(ids.toSorted())
    expect(registered().routes.length).toBeGreaterThanOrEqual(withScreens)
    expect(registered().searchSources).toEqual(there('readeck').map((id) => `${id}/bookmarks`))
    expect(registered().styleSheets).toEqual(there('hello'))
    await setAll(false)
    expect(registered()).toEqual(nothing)
  }
  expect(graphSize()).toBe(before)
}, 400_000)
