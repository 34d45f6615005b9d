/** The plugins, their settings, and which of them run. */
import { attach, combine, createEvent, createStore, sample, type EventCallable } from 'effector'
import i18next from 'i18next'
import { type CommandCall, type Command } from '../core/index.ts'
import { errorNotified, registry, notifyFailures } from '../model/app/index.ts'
import { $services, type Services } from '../model/services.ts'
import { outputsCompleted } from '../model/player/media-output.ts'
import { pluginsListed, pluginStartEnded, pluginSwitchedOff } from '../model/plugins/index.ts'
import { liveEventReceived } from '../model/live/stream.ts'
import { $outbox } from '../model/outbox/index.ts'
import { $mutationVersion } from '../model/outbox/mutation-version.ts'
import { allFeaturesRegistered, featuresRegistered, featuresUnregistered } from '../features/registry.ts'
import type { PluginJob } from '../contract/plugins.ts'
import type { Manifest } from '../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from './catalogue.ts'
import { $switchedOffBySearch } from './cause-search.ts'
import './cause-search-feature.ts'
import { followPluginFiles } from './changed-plugins.ts'
import {
  $crashes,
  crashesCleared,
  crashesRequested,
  isSwitchedOff,
  pluginCrashed,
  serverHalfCrashed,
  withCrash,
} from './crashes.ts'
import { pluginsOnByDefault } from './on-by-default.ts'
import { $visiblePlugins } from './visible-plugins.ts'
import { $storedPlugins, $enabledPlugins, type StoredPlugin } from './stored-plugins.ts'
import { OPEN_LINK, openOutside } from './plugin-message.ts'
import { reasonOf } from './reason-of.ts'
import { startPlugin, type Running } from './start.ts'
import { languageFollowed } from './follow-language.ts'
import { loadPluginTranslations } from './load-translations.ts'
import { $running } from './running-plugins.ts'
import { isUnreachable } from './is-unreachable.ts'
import {
  $pluginRows,
  pluginRowsReceived,
  pluginSettingsChanged,
  settingsChange,
  settledElsewhere,
  storedRowsRequested,
} from './setting-changes.ts'
import { $readStyles } from './styles/plugin-styles.ts'
import { createRun, createTrigger } from './trigger.ts'
import { savesFeature } from './saves-feature.ts'
import { SAVE_PREFIX } from './save-command.ts'
import { cancelSaves } from './saves.ts'

/** The state that a plugin's settings pane shows. */
export type PluginState = {
  readonly manifest: Manifest
  readonly values: StoredPlugin['values']
  readonly secretsSet: readonly string[]
}

/** The app has started: enabled plugins start now. */
export const pluginHostStarted = createEvent()
/** The settings were opened: every plugin's manifest and values are fetched. */
export const pluginsRequested = createEvent()
/** Plugins, by id, whose values this browser does not have, or which may have changed. */
export const pluginsAdded = createEvent<readonly string[]>()
/** In development: the files of a plugin have changed. */
export const pluginFilesChanged = createEvent<PluginSource>()
/** A plugin is no longer installed. */
export const pluginRemoved = createEvent<string>()
/** The list of installed plugins was fetched, or cannot be. */
export const installedPluginsListed = createEvent()

/** A user changes settings of a plugin. `on`: they switch it; known of plugins whose settings are shown. */
export const pluginSettingChanged = createEvent<{
  readonly id: string
  readonly values: StoredPlugin['values']
  readonly on?: boolean
}>()
/** A user changes a secret of a plugin; an empty text removes it. */
export const pluginSecretChanged = createEvent<{
  readonly id: string
  readonly name: string
  readonly text: string
}>()

/** A plugin threw something other than a PluginRefusal. */
export const pluginFailed = createEvent<{ id: string; error: unknown }>()

type Fetched = {
  readonly manifest: Manifest
  /** Null without a connection, where this browser has stored it. */
  readonly row: StoredPlugin | null
  readonly jobs: readonly PluginJob[]
}
type Shown = {
  readonly plugins: readonly Fetched[]
  /** Ids of those that the server no longer sets up. */
  readonly notSetUp: readonly string[]
  /** Of the time of the request. */
  readonly version: number
}

/** @param ids the plugins to fetch; null: all. Fails where none of them can be loaded. */
const showFx = attach({
  source: { services: $services, sources: $pluginSources, rows: $pluginRows, version: $mutationVersion },
  effect: async ({ services, sources, rows, version }, ids: readonly string[] | null): Promise<Shown> => {
    const requested = sources.filter(({ id }) => ids === null || ids.includes(id))
    const settled = await Promise.allSettled(
      requested.map(async (plugin): Promise<Fetched | null> => {
        const [manifest, response] = await Promise.all([
          plugin.manifest(),
          services.api.plugins.settings({ plugin: plugin.id }).catch((error: unknown) => {
            if (isUnreachable(error) && rows.has(plugin.id)) return null
            throw error
          }),
        ])
        if (manifest.browserEnvironment && response && !response.data.environment) return null
        await loadPluginTranslations(plugin)
        return {
          manifest,
          row: response && rowOf(manifest, response.data),
          jobs: response?.data.jobs ?? [],
        }
      }),
    )
    const [first] = settled
    if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
      throw first.reason
    const responses = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
    return {
      plugins: responses.filter((one) => one != null),
      notSetUp: requested.filter((_, at) => responses[at] === null).map(({ id }) => id),
      version,
    }
  },
})
const fetched = sample({
  clock: showFx.done,
  source: $mutationVersion,
  fn: (version, { params, result }) => ({ params, result, isStale: version !== result.version }),
})
// A response from before a change would undo it on the screen.
sample({
  clock: fetched.filter({ fn: ({ isStale }) => isStale }),
  fn: ({ params }) => params,
  target: showFx,
})
const received = fetched.filter({ fn: ({ isStale }) => !isStale })
// A response says nothing of the plugins that were not requested, such as one that was listed or installed meanwhile.
sample({
  clock: received,
  fn: ({ result: { plugins, notSetUp } }) =>
    Object.fromEntries([
      ...notSetUp.map((id) => [id, null] as const),
      ...plugins.flatMap(({ manifest, row }) => (row ? [[manifest.id, row] as const] : [])),
    ]),
  target: pluginRowsReceived,
})

const $manifests = createStore<ReadonlyMap<string, Manifest>>(new Map(), { serialize: 'ignore' })
  .on(received, (manifests, { result: { plugins } }) => {
    const added = plugins.map(({ manifest }) => [manifest.id, manifest] as const)
    return new Map([...manifests, ...added])
  })
  .on(pluginRemoved, without)
/** What their server halves do by themselves, by plugin, as it was when the settings were fetched. */
export const $pluginJobs = createStore<ReadonlyMap<string, readonly PluginJob[]>>(new Map(), {
  serialize: 'ignore',
})
  .on(received, (all, { result: { plugins } }) => {
    const added = plugins.map(({ manifest, jobs }) => [manifest.id, jobs] as const)
    return new Map([...all, ...added])
  })
  .on(pluginRemoved, without)
/** Those whose settings were fetched, in the order of the sources. */
export const $plugins = combine($manifests, $pluginRows, $pluginSources, (manifests, rows, sources) => {
  const states = sources.flatMap(({ id }) => {
    const [manifest, row] = [manifests.get(id), rows.get(id)]
    return manifest && row
      ? [[id, { manifest, values: row.values, secretsSet: row.secretsSet ?? [] }] as const]
      : []
  })
  return new Map<string, PluginState>(states)
})
/** The error of the last fetch; null when it succeeded. */
export const $pluginsError = createStore<unknown>(null, { serialize: 'ignore' })
  .on(showFx.failData, (_, error) => error)
  .reset(showFx.done)

sample({
  clock: pluginSettingChanged,
  source: $manifests,
  fn: (manifests, args) => {
    const isOn = args.on ?? args.values[manifests.get(args.id)?.enabledBy ?? '']
    return { args: { ...args, ...(typeof isOn === 'boolean' && { on: isOn }) } }
  },
  target: settingsChange.requested,
})
// A secret is sent at once: it is not stored in this browser, so that it cannot wait, nor be undone.
const saveSecretFx = attach({
  source: $services,
  effect: async ({ api }, { id, name, text }: { id: string; name: string; text: string }) => {
    await api.plugins.updateSettings({ plugin: id, secrets: { [name]: text } })
  },
})
sample({ clock: pluginSecretChanged, target: saveSecretFx })
sample({
  clock: saveSecretFx.done,
  source: $pluginRows,
  fn: (rows, { params: { id, name, text } }) => {
    const row = rows.get(id)
    if (!row) return {}
    const others = (row.secretsSet ?? []).filter((one) => one !== name)
    return { [id]: { ...row, secretsSet: text === '' ? others : [...others, name] } }
  },
  target: pluginRowsReceived,
})
notifyFailures(saveSecretFx.failData, { key: 'app:plugin.offline' })

const startFx = attach({
  source: {
    services: $services,
    sources: $pluginSources,
    known: registry.$commands,
    outbox: $outbox,
    readStyles: $readStyles,
  },
  effect: async ({ services, sources, known, outbox, readStyles }, id: string): Promise<Running> => {
    const plugin = sources.find((one) => one.id === id)
    if (!plugin) throw new Error(`There is no plugin ${id}`)
    const trigger = createTrigger()
    const run = createRun()
    const { api, local, platform } = services
    const manifest = await plugin.manifest()
    // Before its code runs: where they are wrong it does not start.
    const styleSheets = readStyles(manifest)
    const isUnsent = outbox.some(
      ({ name, args }) => name === settingsChange.name && (args as { id: string }).id === id,
    )
    const environment = manifest.browserEnvironment ? await environmentOf(api, manifest, isUnsent) : {}
    const [client] =
      environment === null
        ? [null]
        : await Promise.all([plugin.client?.(trigger) ?? null, loadPluginTranslations(plugin)])
    const running = startPlugin({
      source: plugin,
      manifest,
      client,
      styleSheets,
      api,
      local,
      environment: environment ?? {},
      build: manifest.browserEnvironment ? platform.build() : '',
      broke: pluginFailed,
      trigger,
      run,
    })
    const taken = plugin.installed && running.commands.find(({ id: command }) => known.has(command))
    if (!taken) return running
    running.stop()
    throw new Error(`${taken.id} is a command of the reader`)
  },
})
/** Requested at each start: null where the server no longer sets the plugin up, the user has switched it off elsewhere, or offline. */
async function environmentOf(
  api: Services['api'],
  { id, enabledBy }: Manifest,
  /** The server may not know yet that the user has switched it on. */
  isUnsent: boolean,
): Promise<Readonly<Record<string, string>> | null> {
  const response = await api.plugins.settings({ plugin: id }).catch(() => null)
  return response && (isUnsent || response.data.values[enabledBy] === true)
    ? (response.data.environment ?? null)
    : null
}
const stopFx = attach({ source: $services, effect: (_, running: Running) => running.stop() })
const pluginEnded = createEvent<string>()
export { $running }
$running
  .on(startFx.doneData, (running, plugin) => new Map(running).set(plugin.id, plugin))
  .on(pluginEnded, without)

sample({ clock: pluginsRequested, fn: () => null, target: showFx })
// The user may have switched them off in another browser.
sample({
  clock: pluginHostStarted,
  source: { stored: $storedPlugins, sources: $pluginSources },
  fn: ({ stored, sources }) =>
    sources.flatMap(({ id }) => (pluginsOnByDefault.includes(id) && !(id in stored) ? id : [])),
  target: pluginsAdded,
})
sample({ clock: pluginsAdded, filter: (ids) => ids.length > 0, target: showFx })
sample({ clock: pluginRemoved, fn: (id) => ({ [id]: null }), target: pluginRowsReceived })
// This browser did not know the plugin's settings: with them the change becomes visible.
sample({
  clock: settingsChange.accepted,
  source: $pluginRows,
  filter: (rows, { args }) => !rows.has(args.id),
  fn: (_, { args }) => [args.id],
  target: pluginsAdded,
})
// On another device.
sample({
  clock: liveEventReceived.filter({
    fn: (event) => event.type === 'changed' && event.call === 'plugins.updateSettings',
  }),
  source: $pluginRows,
  fn: (rows) => [...rows.keys()],
  target: pluginsAdded,
})
sample({
  clock: [settingsChange.refused.map(({ args }) => [args.id]), settledElsewhere],
  target: pluginsAdded,
})

// Starts and stops plugins by the difference between the enabled and the running ones.
const $hostStarted = createStore(false, { serialize: 'ignore' }).on(pluginHostStarted, () => true)
sample({ clock: $hostStarted.updates, fn: () => {}, target: storedRowsRequested })
const $starting = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(startFx, (ids, id) => new Set(ids).add(id))
  .on(startFx.finally, (ids, { params }) => new Set([...ids].filter((id) => id !== params)))
const $broken = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(pluginFailed, (ids, { id }) => new Set(ids).add(id))
  .on(crashesCleared, (ids, id) => new Set([...ids].filter((one) => one !== id)))
const $difference = combine(
  $hostStarted,
  $enabledPlugins,
  $running,
  $starting,
  $broken,
  $crashes,
  $switchedOffBySearch,
  $visiblePlugins,
  (hostStarted, enabled, running, starting, broken, crashes, switchedOff, sources) => {
    const sourceOf = (id: string) => sources.find((source) => source.id === id)
    // An installed plugin is known when the list of them has been fetched.
    const shouldRun = (id: string) =>
      hostStarted &&
      enabled.includes(id) &&
      !broken.has(id) &&
      !isSwitchedOff(crashes, id) &&
      !switchedOff.includes(id) &&
      sourceOf(id) !== undefined
    return {
      toStart: enabled.filter((id) => shouldRun(id) && !running.has(id) && !starting.has(id)),
      // With other permissions it is another source, and starts again.
      toStop: [...running.values()].filter(({ id, source }) => !shouldRun(id) || source !== sourceOf(id)),
    }
  },
)
const $areInstalledListed = createStore(false, { serialize: 'ignore' }).on(installedPluginsListed, () => true)
/** One that is on and unknown is among the installed ones, which are still to be listed. */
const $areSourcesKnown = combine(
  $storedPlugins,
  $pluginSources,
  $areInstalledListed,
  (stored, sources, areListed) =>
    areListed || Object.keys(stored).every((id) => !stored[id]?.on || sources.some((one) => one.id === id)),
)
const $isEveryPluginStarted = combine(
  $hostStarted,
  $areSourcesKnown,
  $starting,
  $difference,
  (hostStarted, areSourcesKnown, starting, { toStart }) =>
    hostStarted && areSourcesKnown && starting.size + toStart.length === 0,
)
sample({
  clock: $isEveryPluginStarted.updates,
  filter: Boolean,
  fn: () => {},
  target: [allFeaturesRegistered, outputsCompleted],
})
// The commands on plugins offer these.
sample({
  clock: [pluginHostStarted, $visiblePlugins, $running],
  source: { sources: $visiblePlugins, running: $running },
  fn: ({ sources, running }) =>
    sources.map(({ id, installed }) => ({
      id,
      nameKey: i18next.exists(`${id}:name`) ? `${id}:name` : null,
      isRunning: running.has(id),
      isInstalled: installed !== undefined,
    })),
  target: pluginsListed,
})
const switchOffFx = attach({
  source: $running,
  effect: async (running, id: string) => {
    const manifest = await running.get(id)?.source.manifest()
    return { id, values: manifest ? { [manifest.enabledBy]: false } : {}, on: false }
  },
})
sample({ clock: pluginSwitchedOff, target: switchOffFx })
sample({ clock: switchOffFx.doneData, target: pluginSettingChanged })
// Each start changes the difference while the others are still to be requested: what is under way is not requested again.
const startProposed = createEvent<string>()
const stopProposed = createEvent<Running>()
const startRequested = sample({
  clock: startProposed,
  source: { running: $running, starting: $starting },
  filter: ({ running, starting }, id) => !running.has(id) && !starting.has(id),
  fn: (_, id) => id,
  batch: false,
})
const stopRequested = sample({
  clock: stopProposed,
  source: $running,
  filter: (running, { id, source }) => running.get(id)?.source === source,
  fn: (_, running) => running,
  batch: false,
})
const eachFx = attach({
  source: $difference,
  effect: ({ toStart, toStop }) => {
    for (const id of toStart) startProposed(id)
    for (const running of toStop) stopProposed(running)
  },
})
sample({
  clock: $difference,
  filter: ({ toStart, toStop }) => toStart.length + toStop.length > 0,
  fn: () => undefined,
  target: eachFx,
})
sample({ clock: startRequested, target: startFx })
sample({ clock: stopRequested, fn: ({ id }) => id, target: pluginEnded })
sample({ clock: stopRequested, target: stopFx })

sample({
  clock: [startFx.finally.map(({ params }) => params), settingsChange.refused.map(({ args }) => args.id)],
  target: pluginStartEnded,
})

// Commands and buttons are registered while the plugin runs.
sample({ clock: startFx.doneData, fn: ({ commands }) => commands, target: registry.registered })
sample({ clock: startFx.doneData, fn: ({ feature }) => [feature], target: featuresRegistered })
const triggerFx = attach({ source: $services, effect: (_, event: EventCallable<void>) => event() })
sample({ clock: startFx.doneData, fn: ({ started }) => started, target: triggerFx })
sample({ clock: stopRequested, fn: ({ commands }) => commands, target: registry.unregistered })
// After it has stopped: what its parts change must not reach its units while they are cleared.
sample({ clock: stopFx.finally, fn: ({ params }) => [params.feature], target: featuresUnregistered })

// What was saved is shown while a plugin that saves runs.
const $isSaving = $running.map((running) =>
  [...running.values()].some(({ commands }) => commands.some(({ id }) => id.startsWith(SAVE_PREFIX))),
)
sample({ clock: $isSaving.updates, filter: Boolean, fn: () => [savesFeature], target: featuresRegistered })
sample({
  clock: $isSaving.updates,
  filter: (isSaving) => !isSaving,
  fn: () => [savesFeature],
  target: featuresUnregistered,
})

// The command of a toast's button. Not in the palette: only the host invokes it.
const openLinkFx = attach({
  source: $services,
  effect: ({ platform }, { args }: CommandCall) => openOutside(platform, String(args['url'] ?? '')),
})
const openLink: Command = {
  id: OPEN_LINK,
  group: 'global',
  title: 'app:link.open',
  kind: 'view',
  keysOnly: true,
  args: [{ name: 'url', title: 'app:link.open', type: 'text' }],
  run: openLinkFx,
}
sample({ clock: $hostStarted.updates, fn: () => {}, target: languageFollowed })
const followFilesFx = attach({
  source: $services,
  effect: () => {
    const trigger = createTrigger()
    followPluginFiles((source) => trigger(pluginFilesChanged, source))
  },
})
sample({ clock: $hostStarted.updates, fn: () => {}, target: followFilesFx })
// As another source it starts again, also where it had failed.
$pluginSources.on(pluginFilesChanged, (sources, newer) =>
  sources.map((source) => (source.id === newer.id ? newer : source)),
)
sample({ clock: pluginFilesChanged, fn: ({ id }) => id, target: crashesCleared })

// Registered once, however often the host is started.
sample({ clock: $hostStarted.updates, fn: () => [openLink, cancelSaves], target: registry.registered })

// A plugin that fails is stopped and named; the app continues.
sample({
  clock: startFx.fail,
  fn: ({ params, error }) => ({ id: params, error: error as unknown }),
  target: pluginFailed,
})
// A built-in plugin is a part of the reader: its failures are not counted.
const crash = sample({
  clock: pluginFailed,
  source: { services: $services, sources: $pluginSources, crashes: $crashes },
  fn: ({ services, sources, crashes }, { id, error }) => {
    const isInstalled = sources.some((source) => source.id === id && source.installed)
    const counted = isInstalled ? { id, at: services.clock.now() } : null
    return { id, error, counted, isOff: counted && isSwitchedOff(withCrash(crashes, counted), id) }
  },
})
sample({ clock: crash.filterMap(({ counted }) => counted ?? undefined), target: pluginCrashed })
sample({
  clock: crash,
  fn: ({ id, error, isOff }) => ({
    key: isOff ? 'app:plugin.crashed.message' : 'app:plugin.broke',
    values: { plugin: id },
    reason: reasonOf(error),
  }),
  target: errorNotified,
})
const halfCrash = sample({
  clock: serverHalfCrashed,
  source: { services: $services, crashes: $crashes },
  fn: ({ services, crashes }, id) => {
    const counted = { id, at: services.clock.now() }
    return { counted, isOff: isSwitchedOff(withCrash(crashes, counted), id) }
  },
})
sample({ clock: halfCrash, fn: ({ counted }) => counted, target: pluginCrashed })
// Its calls say in words that they failed.
sample({
  clock: halfCrash,
  filter: ({ isOff }) => isOff,
  fn: ({ counted: { id } }) => ({ key: 'app:plugin.crashed.message', values: { plugin: id } }),
  target: errorNotified,
})
sample({ clock: pluginHostStarted, fn: () => {}, target: crashesRequested })
// A plugin whose settings the user changes, or which they removed, may start again.
sample({ clock: [pluginSettingsChanged, pluginRemoved], target: crashesCleared })

function without<T>(plugins: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  return new Map([...plugins].filter(([key]) => key !== id))
}

const rowOf = (
  { enabledBy }: Manifest,
  { values, secretsSet }: Pick<PluginState, 'values' | 'secretsSet'>,
): StoredPlugin => ({
  on: values[enabledBy] === true,
  values,
  secretsSet,
})
