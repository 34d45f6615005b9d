/** What commands request of the plugins. The plugins' host, which loads later, lists the plugins and does it. */
import { createEvent, createStore, sample } from 'effector'
import { screenRequested } from '../location/index.ts'

export type ListedPlugin = {
  readonly id: string
  /** i18n key of its name; null: its translations are not loaded. */
  readonly nameKey: string | null
  readonly isRunning: boolean
  /** From elsewhere, so that it can be removed. */
  readonly isInstalled: boolean
}

/** The user wants to see what an address would install. */
export const pluginAtAddressRequested = createEvent<string>()
/** By id. */
export const pluginSwitchedOff = createEvent<string>()
/** By id. */
export const pluginRemovalRequested = createEvent<string>()
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
