/** Enabled plugins and their settings, as stored in this browser: plugins also start offline. */
import { $integration } from '../../model/settings/index.ts'

/** The switches of the plugins that may be on by default, in place of their manifests, which load with the host. */
const switches = import.meta.glob<boolean>('../../../plugins/*/on-by-default.ts', {
  import: 'default',
  eager: true,
})

/** Ids of the plugins that are on until the user switches them off. */
export const pluginsOnByDefault: readonly string[] = Object.entries(switches).flatMap(([path, isOn]) =>
  isOn ? (path.split('/').at(-2) ?? []) : [],
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
