/** What a plugin sees of the settings: its own, and those of the reader that it follows. */
import { combine, type Store } from 'effector'
import { $general } from '../../../model/settings/index.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import { $storedPlugins } from '../stored-plugins.ts'

type PluginSettings = Readonly<Record<string, unknown>>

/** By the manifest of the plugin. */
export const $settingsForPlugin = combine(
  $storedPlugins,
  $general,
  (stored, general) =>
    ({ id, readerSettings }: Manifest): PluginSettings => ({
      ...Object.fromEntries(
        Object.entries(general).filter(([name]) => name in (readerSettings?.shape ?? {})),
      ),
      ...stored[id]?.values,
    }),
)

export const settingsForPlugin = (manifest: Manifest): Store<PluginSettings> =>
  $settingsForPlugin.map((settingsOfPlugin) => settingsOfPlugin(manifest))
