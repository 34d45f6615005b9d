/** Enabled plugins and their settings, as stored in this browser: plugins also start offline. */
import pluginRows from 'virtual:plugin-rows'
import { $integration } from '../../model/settings/index.ts'

/** Ids of the plugins that are on until the user switches them off. */
export const pluginsOnByDefault: readonly string[] = Object.keys(pluginRows).filter(
  (id) => pluginRows[id]?.isOnByDefault,
)

export const PLUGINS_KEY = 'plugins'
export type StoredPlugin = {
  readonly on: boolean
  readonly values: Readonly<Record<string, unknown>>
  /** Names of the secrets that are set; their text never leaves the server. Absent where an older version has stored it. */
  readonly secretsSet?: readonly string[]
}
export type StoredPlugins = Readonly<Record<string, StoredPlugin>>
export const $storedPlugins = $integration.map((settings) => (settings[PLUGINS_KEY] ?? {}) as StoredPlugins)

/** Ids of the plugins that should run. */
export const $enabledPlugins = $storedPlugins.map((stored) => [
  ...pluginsOnByDefault.filter((id) => !(id in stored)),
  ...Object.keys(stored).filter((id) => stored[id]?.on),
])
