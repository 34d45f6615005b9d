/** Which plugins are on, and their values, as this browser remembers them: they also start without a connection. */
import { $integration } from '../model/settings/index.ts'

type Values = Readonly<Record<string, unknown>>
export const PLUGINS_KEY = 'plugins'
export type StoredPlugins = Readonly<Record<string, { readonly on: boolean; readonly values: Values }>>
export const $storedPlugins = $integration.map((settings) => (settings[PLUGINS_KEY] ?? {}) as StoredPlugins)

/** Those that should run. */
export const $enabledPlugins = $storedPlugins.map((kept) => Object.keys(kept).filter((id) => kept[id]?.on))
