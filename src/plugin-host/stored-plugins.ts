/** Enabled plugins and their settings, as stored in this browser: plugins also start offline. */
import { $integration } from '../model/settings/index.ts'
import { pluginsOnByDefault } from './on-by-default.ts'

type Values = Readonly<Record<string, unknown>>
export const PLUGINS_KEY = 'plugins'
export type StoredPlugins = Readonly<Record<string, { readonly on: boolean; readonly values: Values }>>
export const $storedPlugins = $integration.map((settings) => (settings[PLUGINS_KEY] ?? {}) as StoredPlugins)

/** Ids of the plugins that should run. */
export const $enabledPlugins = $storedPlugins.map((stored) => [
  ...pluginsOnByDefault.filter((id) => !(id in stored)),
  ...Object.keys(stored).filter((id) => stored[id]?.on),
])
