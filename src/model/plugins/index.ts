/** Requests of commands to plugins. The plugin host, which loads later, lists the plugins and handles them. */
import { attach, createEvent, createStore, sample } from 'effector'
import { infoNotified } from '../app/index.ts'
import { screenRequested } from '../location/index.ts'
import { $services } from '../services.ts'

export * from './keys.ts'

export type ListedPlugin = {
  readonly id: string
  /** i18n key of its name; null: its translations are not loaded. */
  readonly nameKey: string | null
  readonly isRunning: boolean
  /** It is on, and runs in a moment. */
  readonly isStarting: boolean
  /** Why it was stopped, where it is on and failed. */
  readonly failure?: string | undefined
  /** From elsewhere, so that it can be removed. */
  readonly isInstalled: boolean
  /** Installed from an address on this machine. */
  readonly isServedHere?: boolean | undefined
}

/** The user wants to see what an address would install. */
export const pluginAtAddressRequested = createEvent<string>()
/** By id. */
export const pluginSwitchedOn = createEvent<string>()
/** By id: one that failed starts again. */
export const pluginStartedAgain = createEvent<string>()
/** By id: one that was switched on or restarted is running, or has failed. */
export const pluginStartEnded = createEvent<string>()
/** Ids of those that are still to start. */
export const $startingPlugins = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on([pluginSwitchedOn, pluginStartedAgain], (ids, id) => [...ids, id])
  .on(pluginStartEnded, (ids, ended) => ids.filter((id) => id !== ended))
/** By id. */
export const pluginSwitchedOff = createEvent<string>()
/** By id. */
export const pluginRemovalRequested = createEvent<string>()
/** By id: of one that is served on this machine. */
export const pluginFollowingToggled = createEvent<string>()
/** Restarts the reader, with or without the plugins from elsewhere. */
export const restartRequested = createEvent<{ readonly isSafe: boolean }>()
/** The user wants to know which installed plugin causes a problem. */
export const causeSearchRequested = createEvent()
/** Whether the problem is gone while some plugins are off. */
export const causeAnswered = createEvent<boolean>()
/** The search is over, or cancelled: every plugin is as before. */
export const causeSearchEnded = createEvent()
/** The host has the address. */
export const pluginAddressTaken = createEvent()
export const pluginsListed = createEvent<readonly ListedPlugin[]>()

/** The address that waits for the host. */
export const $pluginAddress = createStore<string | null>(null, { serialize: 'ignore' })
  .on(pluginAtAddressRequested, (_, address) => address)
  .reset(pluginAddressTaken)
sample({
  clock: pluginAtAddressRequested,
  fn: () => ({ path: '/settings/integration' }),
  target: screenRequested,
})
/** Empty while the host is not loaded. */
export const $listedPlugins = createStore<readonly ListedPlugin[]>([], { serialize: 'ignore' }).on(
  pluginsListed,
  (_, plugins) => plugins,
)
/** A plugin whose translations are loaded. */
export type NamedPlugin = Pick<ListedPlugin, 'id'> & { readonly nameKey: string }
/** An address without a screen may belong to a plugin. */
export const pluginScreensRequested = createEvent()
/** Loads the texts of all plugins, also of those that are off. */
export const pluginTextsRequested = createEvent()
/** By id. */
export const pluginTextsLoaded = createEvent<readonly string[]>()
/** Ids of the plugins whose texts are loaded: i18next's namespaces of these names. */
export const $pluginTexts = createStore<readonly string[]>([], { serialize: 'ignore' }).on(
  pluginTextsLoaded,
  (_, ids) => ids,
)
/** Plugins that are off and can be switched on. Empty until their texts are loaded. */
export const pluginsOffListed = createEvent<readonly NamedPlugin[]>()
export const $pluginsOff = createStore<readonly NamedPlugin[]>([], { serialize: 'ignore' }).on(
  pluginsOffListed,
  (_, plugins) => plugins,
)
/** Loads the settings of all plugins, also of those that are off, for the search. */
export const pluginSearchOpened = createEvent()
export const pluginScreensListed = createEvent<readonly NamedPlugin[]>()
/** Null until the palette, the search of the settings or an address without a screen needs them. */
export const $pluginsWithScreens = createStore<readonly NamedPlugin[] | null>(null, {
  serialize: 'ignore',
}).on(pluginScreensListed, (_, plugins) => plugins)

const restartFx = attach({
  source: $services,
  effect: ({ platform }, { isSafe }: { readonly isSafe: boolean }) =>
    platform.restart(isSafe ? '/?safe=1' : '/'),
})
sample({ clock: restartRequested, target: restartFx })
// While no plugin is on, its host is not loaded.
sample({
  clock: causeSearchRequested,
  source: $listedPlugins,
  filter: (plugins) => plugins.length === 0,
  fn: () => ({ key: 'app:plugin.cause.noneRunning' }),
  target: infoNotified,
})
