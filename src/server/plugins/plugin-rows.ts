/** What the reader needs of each built-in plugin before its manifest is loaded, for `vite.config.ts`. */
import type { HidingSetting, Manifest } from '../../plugin-api/manifest.ts'
import { builtInPlugins, loadManifests } from './load-manifests.ts'

type PluginRow = {
  readonly isOnByDefault: boolean
  readonly hiddenBy?: HidingSetting
  readonly currency?: string
  /** Its default keys, by command. */
  readonly keys?: Readonly<Record<string, string>>
}

/** By id, of those of which there is something to say. @throws for a manifest that cannot be loaded */
export async function readPluginRows(): Promise<Readonly<Record<string, PluginRow>>> {
  const manifests = await loadManifests(builtInPlugins, (_, error) => {
    throw error
  })
  return Object.fromEntries(
    manifests
      .map((manifest) => [manifest.id, rowOf(manifest)] as const)
      .filter(([, row]) => row.isOnByDefault || row.hiddenBy || row.keys || row.currency),
  )
}

const rowOf = ({ settings, enabledBy, hiddenBy, keysWhileOff, currency }: Manifest): PluginRow => ({
  isOnByDefault: settings.shape[enabledBy]?.safeParse(undefined).data === true,
  hiddenBy,
  currency,
  keys: keysWhileOff,
})
