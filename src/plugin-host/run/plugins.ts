/** The plugins, their settings, and which of them run. */
import {
  attach,
  combine,
  createEffect,
  createEvent,
  createStore,
  sample,
  type EventCallable,
  type StoreValue,
} from 'effector'
import i18next from 'i18next'
import { SAVE_PREFIX, type CommandCall, type Command } from '../../core/index.ts'
import { notificationsDismissed, registry } from '../../model/app/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { outputsCompleted } from '../../model/player/media-output.ts'
import {
  pluginsListed,
  pluginStartedAgain,
  pluginStartEnded,
  pluginSwitchedOff,
} from '../../model/plugins/index.ts'
import { $outbox } from '../../model/outbox/index.ts'
import {
  allFeaturesRegistered,
  contentTransformsChanged,
  featuresRegistered,
  featuresUnregistered,
} from '../../features/registry.ts'
import { isLazy, type Manifest } from '../../plugin-api/manifest.ts'
import { $activationsDue } from './activations-due.ts'
import { $pluginSources, type PluginSource } from './catalogue.ts'
import { $switchedOffBySearch } from '../cause-search/cause-search.ts'
import '../cause-search/cause-search-feature.ts'
import { followPluginFiles } from './changed-plugins.ts'
import { $crashes, crashesCleared, crashesRequested, isSwitchedOff } from '../installed/crashes.ts'
import { $visiblePlugins } from './visible-plugins.ts'
import { $storedPlugins, $enabledPlugins } from './stored-plugins.ts'
import { OPEN_LINK, openOutside } from './contributions/plugin-message.ts'
import { startPlugin, type PluginCode, type Running } from './start.ts'
import { failureMessageOf, pluginFailed } from '../installed/plugin-failures.ts'
import { stopReason } from './stop-reason.ts'
import { pluginRemoved, pluginSettingChanged, storedPluginsRequested } from '../settings/plugin-states.ts'
import { mapWithout } from './map-without.ts'
import { languageFollowed } from './follow-language.ts'
import { loadPluginTranslations } from './load-translations.ts'
import { $running } from './running-plugins.ts'
import { pluginSettingsChanged, settingsChange, storedRowsRequested } from '../settings/setting-changes.ts'
import { $readStyles } from '../styles/plugin-styles.ts'
import { createRun, createTrigger, type Trigger } from './app-scope.ts'
import { savesFeature } from '../saves/saves-feature.ts'
import { cancelSaves } from '../saves/saves.ts'

/** The app has started: enabled plugins start now. */
export const pluginHostStarted = createEvent()
/** In development: the files of a plugin have changed. */
export const pluginFilesChanged = createEvent<PluginSource>()
/** The list of installed plugins was fetched, or cannot be. */
export const installedPluginsListed = createEvent()

const $starters = combine({
  services: $services,
  sources: $pluginSources,
  known: registry.$commands,
  outbox: $outbox,
  readStyles: $readStyles,
})
type Starters = StoreValue<typeof $starters>

const startFx = attach({
  source: $starters,
  effect: async (starters, id: string): Promise<Running> => {
    const { services, sources, known, readStyles } = starters
    const plugin = sources.find((one) => one.id === id)
    if (!plugin) throw new Error(`There is no plugin ${id}`)
    const trigger = createTrigger()
    const run = createRun()
    const { api, local, platform } = services
    const manifest = await plugin.manifest()
    // Before its code runs: where they are wrong it does not start.
    const styleSheets = readStyles(manifest)
    const isWaiting = isLazy(manifest) && !plugin.isChanged
    const [code] = await Promise.all([
      isWaiting ? null : codeOf(plugin, manifest, { starters, trigger }),
      loadPluginTranslations(plugin),
    ])
    const running = startPlugin({
      source: plugin,
      manifest,
      code,
      requested: () => trigger(activationRequested, id),
      styleSheets,
      api,
      local,
      build: manifest.browserEnvironment ? platform.build() : '',
      broke: pluginFailed,
      trigger,
      run,
    })
    const taken = takenOf(plugin, running.commands, known)
    if (!taken) return running
    running.stop()
    throw new Error(taken)
  },
})

/** A plugin from elsewhere replaces no command. @returns what is wrong */
function takenOf(
  { installed }: PluginSource,
  commands: readonly Command[],
  known: ReadonlyMap<string, Command>,
): string | null {
  const taken = installed && commands.find(({ id }) => known.has(id))
  return taken ? `${taken.id} is a command of the reader` : null
}

type Loading = { readonly starters: Starters; readonly trigger: Trigger; readonly signal?: AbortSignal }

/** Loads the browser half of a plugin. */
async function codeOf(
  plugin: PluginSource,
  manifest: Manifest,
  { starters: { services, outbox }, trigger, signal }: Loading,
): Promise<PluginCode> {
  const isUnsent = outbox.some(
    ({ name, args }) => name === settingsChange.name && (args as { id: string }).id === plugin.id,
  )
  const environment = manifest.browserEnvironment
    ? await environmentOf(services.api, manifest, isUnsent)
    : {}
  if (environment === null) return { client: null, environment: {} }
  return { client: (await plugin.client?.(trigger, signal)) ?? null, environment }
}

/** Something is used that the manifest of a plugin declares. */
const activationRequested = createEvent<string>()
/** Loads and runs the code of a plugin that runs by its manifest alone. */
const activateFx = attach({
  source: $starters,
  effect: async (starters, running: Running): Promise<Running> => {
    const { source, manifest, signal } = running
    const code = await codeOf(source, manifest, { starters, trigger: createTrigger(), signal })
    const active = running.activate(code)
    const added = active.commands.filter((command) => !running.commands.includes(command))
    const taken = takenOf(source, added, starters.known)
    if (taken === null) return active
    running.stop()
    throw new Error(taken)
  },
})
const $activating = createStore<ReadonlySet<Running>>(new Set(), { serialize: 'ignore' })
  .on(activateFx, (all, running) => new Set(all).add(running))
  .on(activateFx.finally, (all, { params }) => new Set([...all].filter((one) => one !== params)))
const activationProposed = createEvent<string>()
sample({ clock: activationRequested, target: activationProposed })
sample({
  clock: activationProposed,
  source: { running: $running, activating: $activating },
  filter: ({ running, activating }, id) => {
    const one = running.get(id)
    return one !== undefined && !one.isActive && !activating.has(one)
  },
  fn: ({ running }, id) => running.get(id) as Running,
  target: activateFx,
  batch: false,
})
const isRunning = (all: ReadonlyMap<string, Running>, one: Running) => all.get(one.id) === one
/** One that was stopped meanwhile is gone: neither it nor its failure matters. */
const activated = sample({
  clock: activateFx.done,
  source: $running,
  filter: (all, { params }) => isRunning(all, params),
  fn: (_, { params, result }) => ({ before: params, after: result }),
})
const activationFailed = sample({
  clock: activateFx.fail,
  source: $running,
  filter: (all, { params }) => isRunning(all, params),
  fn: (_, { params: { id }, error }) => ({ id, error: error as unknown }),
})
sample({ clock: activationFailed, target: pluginFailed })
// What its events are to run.
const activateEachFx = createEffect((ids: readonly string[]) => {
  for (const id of ids) activationProposed(id)
})
sample({ clock: $activationsDue, filter: (ids) => ids.length > 0, target: activateEachFx })

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
  .on(activated, (running, { after }) => new Map(running).set(after.id, after))
  .on(pluginEnded, mapWithout)

// The user may have switched some on or off in another browser.
sample({ clock: pluginHostStarted, fn: () => {}, target: storedPluginsRequested })
// Starts and stops plugins by the difference between the enabled and the running ones.
const $hostStarted = createStore(false, { serialize: 'ignore' }).on(pluginHostStarted, () => true)
sample({ clock: $hostStarted.updates, fn: () => {}, target: storedRowsRequested })
const $starting = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(startFx, (ids, id) => new Set(ids).add(id))
  .on(startFx.finally, (ids, { params }) => new Set([...ids].filter((id) => id !== params)))
/** Why they were stopped, by id. */
const $broken = createStore<ReadonlyMap<string, string>>(new Map(), { serialize: 'ignore' })
  .on(pluginFailed, (reasons, { id, error }) => new Map(reasons).set(id, stopReason(error)))
  .on(crashesCleared, mapWithout)
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
  clock: [pluginHostStarted, $visiblePlugins, $running, $broken],
  source: { sources: $visiblePlugins, running: $running, broken: $broken },
  fn: ({ sources, running, broken }) =>
    sources.map(({ id, installed }) => ({
      id,
      nameKey: i18next.exists(`${id}:name`) ? `${id}:name` : null,
      isRunning: running.has(id),
      failure: broken.get(id),
      isInstalled: installed !== undefined,
    })),
  target: pluginsListed,
})
const switchOffFx = attach({
  // Not those that run: one that is about to start is switched off as well.
  source: $pluginSources,
  effect: async (sources, id: string) => {
    const manifest = await sources.find((source) => source.id === id)?.manifest()
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
  fn: (running, { id }) => running.get(id) as Running,
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
sample({
  clock: activated,
  fn: ({ before, after }) => after.commands.filter((one) => !before.commands.includes(one)),
  target: registry.registered,
})
sample({
  clock: activated,
  fn: ({ after: { more } }) => (more ? [more] : []),
  target: featuresRegistered,
})
const triggerFx = attach({ source: $services, effect: (_, event: EventCallable<void>) => event() })
sample({
  clock: [startFx.doneData, activated.map(({ after }) => after)],
  fn: ({ started }) => started,
  target: triggerFx,
})
// A transform may have had too little time while its plugin was loaded.
sample({
  clock: activated.filter({ fn: ({ before }) => before.feature.contentTransforms !== undefined }),
  fn: () => {},
  target: contentTransformsChanged,
})
sample({ clock: stopRequested, fn: ({ commands }) => commands, target: registry.unregistered })
// After it has stopped: what its parts change must not reach its units while they are cleared.
sample({ clock: stopFx.finally, fn: ({ params: { feature, more } }) => [feature, ...(more ? [more] : [])],
  target: featuresUnregistered })

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
sample({ clock: pluginHostStarted, fn: () => {}, target: crashesRequested })
// A plugin whose settings the user changes, or which they removed, may start again, and so does one that they start.
sample({ clock: [pluginSettingsChanged, pluginRemoved, pluginStartedAgain], target: crashesCleared })
// What it failed of is no longer true.
sample({ clock: startFx.doneData, fn: ({ id }) => [failureMessageOf(id)], target: notificationsDismissed })
