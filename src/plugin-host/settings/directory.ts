/**
 * What the reader says of all plugins, also of those that are off: their settings are found by the palette and by the search
 * of the settings, and the page for unknown addresses names the plugin whose page it is. Loads with the first of these.
 */
import { attach, combine, createEvent, createStore, sample, type EventCallable } from 'effector'
import type { Command } from '../../core/index.ts'
import type { Feature, SearchableSetting } from '../../features/feature.ts'
import { featuresRegistered, featuresUnregistered } from '../../features/registry.ts'
import { registry } from '../../model/app/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import {
  pluginScreensListed,
  pluginsOffListed,
  pluginStartEnded,
  pluginSwitchedOn,
  pluginTextsLoaded,
} from '../../model/plugins/index.ts'
import { $services } from '../../model/services.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { PluginSource } from '../run/catalogue.ts'
import { fieldNamesOf } from './field-places.ts'
import { isPluginListed } from './is-plugin-listed.ts'
import { loadPluginTranslations, languageFollowed } from '../run/load-translations.ts'
import { controlOf, pluginPageOf, settingsCommandOf } from './setting-address.ts'
import { $enabledPlugins, $storedPlugins } from '../run/stored-plugins.ts'
import { createTrigger } from '../run/app-scope.ts'
import { $visiblePlugins } from '../run/visible-plugins.ts'

/** The palette, the search of the settings or a page needs the list. */
export const started = createEvent()

const listFx = attach({
  source: $services,
  effect: async (_, sources: readonly PluginSource[]): Promise<readonly Manifest[]> => {
    const listed = await Promise.allSettled(
      sources.map(async (source) => {
        const [manifest] = await Promise.all([source.manifest(), loadPluginTranslations(source)])
        return manifest
      }),
    )
    // One that cannot be loaded is not found; it is listed again at the next start.
    return listed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  },
})
const $isStarted = createStore(false, { serialize: 'ignore' }).on(started, () => true)
sample({ clock: started, target: languageFollowed })
sample({
  clock: [$isStarted.updates, $visiblePlugins],
  source: { sources: $visiblePlugins, isStarted: $isStarted },
  filter: ({ isStarted }) => isStarted,
  fn: ({ sources }) => sources,
  target: listFx,
})
const $manifests = createStore<readonly Manifest[]>([], { serialize: 'ignore' }).on(
  listFx.doneData,
  (_, manifests) => manifests,
)
sample({
  clock: $manifests,
  fn: (manifests) =>
    manifests.filter(({ hasScreens }) => hasScreens).map(({ id }) => ({ id, nameKey: `${id}:name` })),
  target: pluginScreensListed,
})

sample({ clock: $manifests, fn: (manifests) => manifests.map(({ id }) => id), target: pluginTextsLoaded })

const $offered = combine($manifests, $storedPlugins, $enabledPlugins, (manifests, stored, enabled) =>
  manifests
    // What the server must set up is known of those alone that this browser was told of.
    .filter(({ id, browserEnvironment }) => browserEnvironment === undefined || id in stored)
    .map((manifest) => ({ manifest, isOn: enabled.includes(manifest.id) }))
    .filter(({ manifest, isOn }) => isPluginListed(manifest, isOn)),
)

sample({
  clock: $offered,
  fn: (offered) =>
    offered.filter(({ isOn }) => !isOn).map(({ manifest: { id } }) => ({ id, nameKey: `${id}:name` })),
  target: pluginsOffListed,
})

type Contributions = { readonly commands: readonly Command[]; readonly feature: Feature }
const none: Contributions = { commands: [], feature: { id: 'plugin-directory' } }
const replaced = sample({
  clock: $offered,
  fn: (offered): Contributions => ({
    commands: offered.map(({ manifest }) => settingsCommand(manifest)),
    feature: {
      id: 'plugin-directory',
      searchableSettings: offered.flatMap(({ manifest, isOn }) => settingsOf(manifest, isOn)),
    },
  }),
})
const $registered = createStore<{ readonly now: Contributions; readonly before: Contributions }>(
  { now: none, before: none },
  { serialize: 'ignore' },
).on(replaced, ({ now }, next) => ({ now: next, before: now }))
sample({ clock: $registered.updates, fn: ({ before }) => before.commands, target: registry.unregistered })
sample({ clock: $registered.updates, fn: ({ before }) => [before.feature], target: featuresUnregistered })
sample({ clock: $registered.updates, fn: ({ now }) => now.commands, target: registry.registered })
sample({ clock: $registered.updates, fn: ({ now }) => [now.feature], target: featuresRegistered })

/** Opens the plugin's settings; it is found by its name, the labels of its settings, and what its commands are found by. */
function settingsCommand(manifest: Manifest): Command {
  const { id, enabledBy, commands = [], contributes } = manifest
  const words = [...commands, ...(contributes?.command ?? [])].flatMap(({ keywords }) => keywords ?? [])
  return {
    id: settingsCommandOf(id),
    group: 'settings',
    kind: 'view',
    icon: 'plugin',
    title: 'settings.plugin',
    textValues: { plugin: id },
    keywords: [
      'keywords:settings.plugin',
      ...fieldNamesOf(manifest).map((name) => `${id}:settings.${name}`),
      ...new Set(words.map((name) => `${id}:${name}`)),
    ],
    opensSetting: true,
    run: screenRequested.prepend(() => ({
      path: `/settings/${pluginPageOf(id)}#${controlOf(id, enabledBy)}`,
    })),
  }
}

/** While the plugin is off, its page shows no more than its switch. */
function settingsOf(manifest: Manifest, isOn: boolean): readonly SearchableSetting[] {
  const { id, enabledBy } = manifest
  return fieldNamesOf(manifest).map((name) => ({
    page: pluginPageOf(id),
    name: controlOf(id, isOn ? name : enabledBy),
    label: `${id}:settings.${name}`,
    words: `${id}:settings.${name}Hint`,
    within: `${id}:name`,
    enhanced: false,
  }))
}

const switchOnFx = attach({
  source: $manifests,
  effect: async (manifests, id: string) => {
    const trigger = createTrigger()
    const manifest = manifests.find((one) => one.id === id)
    if (!manifest) return
    const [{ pluginHostStarted }, { pluginSettingChanged }] = await Promise.all([
      import('../run/plugins.ts'),
      import('./plugin-states.ts'),
      import('../installed/installed.ts'),
    ])
    trigger(pluginHostStarted as EventCallable<unknown>, undefined)
    trigger(pluginSettingChanged, { id, values: { [manifest.enabledBy]: true }, on: true })
  },
})
sample({ clock: pluginSwitchedOn, target: switchOnFx })
sample({ clock: switchOnFx.fail, fn: ({ params }) => params, target: pluginStartEnded })
