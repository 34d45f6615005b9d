/** The plugins, their settings, and which of them run. */
import { attach, combine, createEvent, createStore, sample, type EventCallable } from 'effector'
import i18next from 'i18next'
import { SAVE_PREFIX, type CommandCall, type Command } from '../../core/index.ts'
import { notificationsDismissed, registry } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import { outputsCompleted } from '../../model/player/media-output.ts'
import { currencyNamed } from '../../model/plugins/currency.ts'
import {
  pluginsListed,
  pluginStartedAgain,
  pluginStartEnded,
  pluginSwitchedOff,
} from '../../model/plugins/index.ts'
import {
  allFeaturesRegistered,
  contentTransformsChanged,
  featuresRegistered,
  featuresUnregistered,
} from '../../features/registry.ts'
import { isLazy } from '../../plugin-api/manifest.ts'
import { activated, activationFailed, activationRequested, pluginGone, pluginPlaced } from './activation.ts'
import { $pluginSources, currency, isOnThisMachine, type PluginSource } from './catalogue.ts'
import { $switchedOffBySearch } from '../cause-search/cause-search.ts'
import '../cause-search/cause-search-feature.ts'
import { followPluginFiles } from './changed-plugins.ts'
import { $crashes, crashesCleared, crashesRequested, isSwitchedOff } from '../installed/crashes.ts'
import { $visiblePlugins } from './visible-plugins.ts'
import { $storedPlugins, $enabledPlugins } from './stored-plugins.ts'
import { OPEN_LINK, openOutside } from './contributions/plugin-message.ts'
import { codeOf, $forCode, refuseTaken } from './plugin-code.ts'
import { startPlugin, type Running } from './start.ts'
import { failureMessageOf, pluginFailed } from '../installed/plugin-failures.ts'
import { stopReason } from './stop-reason.ts'
import { pluginRemoved, pluginSettingChanged, storedPluginsRequested } from '../settings/plugin-states.ts'
import { mapWithout } from './map-without.ts'
import { languageFollowed, loadPluginTranslations } from './load-translations.ts'
import { $running } from './running-plugins.ts'
import { pluginSettingsChanged, settingsChange, storedRowsRequested } from '../settings/setting-changes.ts'
import { $readStyles } from '../styles/plugin-styles.ts'
import { createRun, createTrigger } from './app-scope.ts'
import { savesFeature } from '../saves/saves-feature.ts'
import { cancelSaves } from '../saves/saves.ts'

/** The app has started: enabled plugins start now. */
export const pluginHostStarted = createEvent()
/** In development: the files of a plugin have changed. */
export const pluginFilesChanged = createEvent<PluginSource>()
/** The list of installed plugins was fetched, or cannot be. */
export const installedPluginsListed = createEvent()

const startFx = attach({
  source: { forCode: $forCode, sources: $pluginSources, readStyles: $readStyles },
  effect: async ({ forCode, sources, readStyles }, id: string): Promise<Running> => {
    const plugin = sources.find((one) => one.id === id)
    if (!plugin) throw new Error(`There is no plugin ${id}`)
    const trigger = createTrigger()
    const run = createRun()
    const { api, local, platform } = forCode.services
    const manifest = await plugin.manifest()
    // Before its code runs: where they are wrong it does not start.
    const styleSheets = readStyles(manifest)
    const isWaiting = isLazy(manifest) && !plugin.isChanged
    const [code] = await Promise.all([
      isWaiting ? null : codeOf(plugin, manifest, { forCode, trigger }),
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
    try {
      refuseTaken(plugin, running.commands, forCode.known)
    } catch (error) {
      running.stop()
      throw error
    }
    return running
  },
})
const stopFx = attach({ source: $services, effect: (_, running: Running) => running.stop() })
const pluginEnded = createEvent<string>()
export { $running }
sample({ clock: activationFailed, target: pluginFailed })
sample({ clock: startFx.doneData, target: pluginPlaced })
sample({ clock: pluginEnded, target: pluginGone })
$running
  .on(startFx.doneData, (running, plugin) => new Map(running).set(plugin.id, plugin))
  .on(activated, (running, { after }) => new Map(running).set(after.id, after))
  .on(pluginEnded, mapWithout)

sample({ clock: pluginHostStarted, fn: () => currency, target: currencyNamed })
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
/** Ids of the plugins that run, or are to start. An installed one is known when the list of them has been fetched. */
const $toRun = combine(
  $hostStarted,
  $enabledPlugins,
  $broken,
  $crashes,
  $switchedOffBySearch,
  $visiblePlugins,
  (hostStarted, enabled, broken, crashes, switchedOff, sources): ReadonlySet<string> => {
    const known = new Set(sources.map(({ id }) => id))
    const canRun = (id: string) => known.has(id) && !broken.has(id) && !isSwitchedOff(crashes, id)
    return new Set(hostStarted ? enabled.filter((id) => canRun(id) && !switchedOff.includes(id)) : [])
  },
)
const $difference = combine(
  $toRun,
  $running,
  $starting,
  $visiblePlugins,
  (toRun, running, starting, sources) => ({
    toStart: [...toRun].filter((id) => !running.has(id) && !starting.has(id)),
    // With other permissions it is another source, and starts again.
    toStop: [...running.values()].filter(
      ({ id, source }) => !toRun.has(id) || source !== sources.find((one) => one.id === id),
    ),
  }),
)
/** It is known which plugins the user has installed, or that the server cannot be asked. */
export const $areInstalledListed = createStore(false, { serialize: 'ignore' }).on(
  installedPluginsListed,
  () => true,
)
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
  clock: [pluginHostStarted, $visiblePlugins, $running, $broken, $toRun],
  source: { sources: $visiblePlugins, running: $running, broken: $broken, toRun: $toRun },
  fn: ({ sources, running, broken, toRun }) =>
    sources.map(({ id, installed }) => ({
      id,
      nameKey: i18next.exists(`${id}:name`) ? `${id}:name` : null,
      isRunning: running.has(id),
      isStarting: toRun.has(id) && !running.has(id),
      failure: broken.get(id),
      isInstalled: installed !== undefined,
      isServedHere: installed && isOnThisMachine(installed.address),
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
// What the code adds beside its manifest.
const addedCommands = activated
  .map(({ before, after }) => after.commands.filter((one) => !before.commands.includes(one)))
  .filter({ fn: ({ length }) => length > 0 })
sample({ clock: addedCommands, target: registry.registered })
sample({
  clock: activated.filterMap(({ after: { more } }) => (more ? [more] : undefined)),
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
sample({
  clock: stopFx.finally,
  fn: ({ params: { feature, more } }) => (more ? [feature, more] : [feature]),
  target: featuresUnregistered,
})

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
