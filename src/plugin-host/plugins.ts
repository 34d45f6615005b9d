/** Which plugins there are, what each is set to, and which of them run. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { type CommandCall, type Command } from '../core/index.ts'
import { errorNotified, registry, notifyFailures } from '../model/app/index.ts'
import { $services } from '../model/services.ts'
import { integrationChanged } from '../model/settings/index.ts'
import { featuresRegistered, featuresUnregistered } from '../features/registry.ts'
import type { Manifest } from '../plugin-api/manifest.ts'
import { builtInPlugins, type PluginSource } from './catalogue.ts'
import { $storedPlugins, $enabledPlugins, PLUGINS_KEY } from './stored-plugins.ts'
import { OPEN_LINK, startPlugin, type Running } from './start.ts'
import { loadPluginTranslations } from './load-translations.ts'

type Values = Readonly<Record<string, unknown>>
/** A plugin as its settings pane sees it. */
export type PluginState = {
  readonly manifest: Manifest
  readonly values: Values
  readonly secretsSet: readonly string[]
}
type Change = {
  readonly id: string
  readonly values?: Values
  readonly secrets?: Readonly<Record<string, string>>
}

/** The app is up: plugins that are switched on start now. */
export const pluginHostStarted = createEvent()
/** The settings are looked at: every plugin's manifest and values are fetched. */
export const pluginsRequested = createEvent()
export const pluginSettingChanged = createEvent<Change>()
/** In place of the built-in plugins; tests bring their own. */
export const $pluginSources = createStore<readonly PluginSource[]>(builtInPlugins, { serialize: 'ignore' })

const changeTaken = createEvent<Change>()
/** A plugin threw where it must not. */
export const pluginFailed = createEvent<{ id: string; error: unknown }>()

export const showFx = attach({
  source: { services: $services, offers: $pluginSources },
  effect: async ({ services, offers }): Promise<PluginState[]> =>
    Promise.all(
      offers.map(async (plugin) => {
        const [manifest, { data }] = await Promise.all([
          plugin.manifest(),
          services.api.plugins.settings({ plugin: plugin.id }),
          loadPluginTranslations(plugin),
        ])
        return { manifest, values: data.values, secretsSet: data.secretsSet }
      }),
    ),
})

export const $plugins = createStore<ReadonlyMap<string, PluginState>>(new Map(), { serialize: 'ignore' })
  .on(showFx.doneData, (_, states) => new Map(states.map((state) => [state.manifest.id, state])))
  .on(pluginSettingChanged, changed)
/** Why the plugins cannot be shown; null while they can. */
export const $pluginsError = createStore<unknown>(null, { serialize: 'ignore' })
  .on(showFx.failData, (_, error) => error)
  .reset(showFx.done)

const startFx = attach({
  source: { services: $services, offers: $pluginSources },
  effect: async ({ services, offers }, id: string): Promise<Running> => {
    const plugin = offers.find((one) => one.id === id)
    if (!plugin) throw new Error(`There is no plugin ${id}`)
    const [manifest, client] = await Promise.all([
      plugin.manifest(),
      plugin.client?.() ?? null,
      loadPluginTranslations(plugin),
    ])
    const $settings = $storedPlugins.map((kept) => kept[id]?.values ?? {})
    return startPlugin({ manifest, client, call: services.api.plugins.call, $settings, broke: pluginFailed })
  },
})
const stopFx = attach({ source: $services, effect: (_, running: Running) => running.stop() })
const saveFx = attach({
  source: $services,
  effect: async ({ api }, { id, values, secrets }: Change) => {
    await api.plugins.updateSettings({ plugin: id, values, secrets })
  },
})

const pluginEnded = createEvent<string>()
export const $running = createStore<ReadonlyMap<string, Running>>(new Map(), { serialize: 'ignore' })
  .on(startFx.doneData, (running, plugin) => new Map(running).set(plugin.id, plugin))
  .on(pluginEnded, (running, id) => new Map([...running].filter(([key]) => key !== id)))

// Seeing the settings, and saving one, keep what this browser remembers equal to what the server has.
sample({ clock: pluginsRequested, target: showFx })
sample({
  clock: showFx.doneData,
  fn: (states) => ({
    key: PLUGINS_KEY,
    value: Object.fromEntries(states.map((state) => [state.manifest.id, keptOf(state)])),
  }),
  target: integrationChanged,
})
sample({ clock: pluginSettingChanged, target: saveFx })
sample({ clock: saveFx.done, fn: ({ params }) => params, target: changeTaken })
sample({
  clock: changeTaken,
  source: { plugins: $plugins, kept: $storedPlugins },
  fn: ({ plugins, kept }, { id }) => {
    const state = plugins.get(id)
    return { key: PLUGINS_KEY, value: state ? { ...kept, [id]: keptOf(state) } : kept }
  },
  target: integrationChanged,
})
notifyFailures(saveFx.failData, { key: 'app:plugin.offline' })
// A refused change is not undone by guess: the truth is asked for.
sample({ clock: saveFx.fail, target: showFx })

// What should run is what is switched on; the rest follows from the difference.
const $hostUp = createStore(false, { serialize: 'ignore' }).on(pluginHostStarted, () => true)
const $starting = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(startFx, (ids, id) => new Set(ids).add(id))
  .on(startFx.finally, (ids, { params }) => new Set([...ids].filter((id) => id !== params)))
const $broken = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(pluginFailed, (ids, { id }) => new Set(ids).add(id))
  .on(pluginSettingChanged, (ids, { id }) => new Set([...ids].filter((one) => one !== id)))
const $difference = combine(
  $hostUp,
  $enabledPlugins,
  $running,
  $starting,
  $broken,
  (up, wanted, running, starting, broken) => {
    const should = (id: string) => up && wanted.includes(id) && !broken.has(id)
    return {
      toStart: wanted.filter((id) => should(id) && !running.has(id) && !starting.has(id)),
      toStop: [...running.values()].filter(({ id }) => !should(id)),
    }
  },
)
const startWanted = createEvent<string>()
const stopWanted = createEvent<Running>()
const eachFx = attach({
  source: $difference,
  effect: ({ toStart, toStop }) => {
    for (const id of toStart) startWanted(id)
    for (const running of toStop) stopWanted(running)
  },
})
sample({
  clock: $difference,
  filter: ({ toStart, toStop }) => toStart.length + toStop.length > 0,
  fn: () => undefined,
  target: eachFx,
})
sample({ clock: startWanted, target: startFx })
sample({ clock: stopWanted, fn: ({ id }) => id, target: pluginEnded })
sample({ clock: stopWanted, target: stopFx })

// Commands and buttons come and go with the plugin.
sample({ clock: startFx.doneData, fn: ({ commands }) => commands, target: registry.registered })
sample({ clock: startFx.doneData, fn: ({ feature }) => [feature], target: featuresRegistered })
sample({ clock: stopWanted, fn: ({ commands }) => commands, target: registry.unregistered })
sample({ clock: stopWanted, fn: ({ feature }) => [feature], target: featuresUnregistered })

// Behind a toast's button: only the host asks for it, so it is in no palette.
const openLinkFx = attach({
  source: $services,
  effect: ({ world }, { args }: CommandCall): unknown => world.openAddress(args['url'] ?? ''),
})
const openLink: Command = {
  id: OPEN_LINK,
  group: 'global',
  title: 'app:link.open',
  keysOnly: true,
  args: [{ name: 'url', title: 'app:link.open', kind: 'text' }],
  run: openLinkFx,
}
// Once, however often the host is told to start.
sample({ clock: $hostUp.updates, fn: () => [openLink], target: registry.registered })

// A plugin that breaks is stopped and named; the reader lives.
sample({
  clock: startFx.fail,
  fn: ({ params, error }) => ({ id: params, error: error as unknown }),
  target: pluginFailed,
})
sample({
  clock: pluginFailed,
  fn: ({ id, error }) => ({
    key: 'app:plugin.broke',
    values: { plugin: id },
    reason: error instanceof Error ? error.message : String(error),
  }),
  target: errorNotified,
})

function changed(plugins: ReadonlyMap<string, PluginState>, { id, values, secrets }: Change) {
  const before = plugins.get(id)
  if (!before) return plugins
  const given = Object.entries(secrets ?? {})
  const untouched = before.secretsSet.filter((name) => !given.some(([key]) => key === name))
  const secretsSet = [...untouched, ...given.filter(([, text]) => text !== '').map(([name]) => name)]
  return new Map(plugins).set(id, { ...before, values: { ...before.values, ...values }, secretsSet })
}

const keptOf = ({ manifest, values }: PluginState) => ({ on: values[manifest.enabledBy] === true, values })
