/** The built-in plugins by their folders. A plugin's code is loaded on demand. */
import { createStore } from 'effector'
import pluginRows from 'virtual:plugin-rows'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import type { ClientHalf } from '../../plugin-api/client.ts'
import type { HidingSetting, Manifest } from '../../plugin-api/manifest.ts'
import type { Trigger } from './app-scope.ts'

type Load<T> = () => Promise<T>
const manifests = import.meta.glob<Manifest>('../../../plugins/*/plugin.ts', { import: 'default' })
const clients = import.meta.glob<ClientHalf>('../../../plugins/*/client.tsx', { import: 'default' })
const translations = import.meta.glob<Record<string, unknown>>('../../../plugins/*/locales/*.json', {
  import: 'default',
})
/** What users pay with; at most one plugin has it. */
export const currency: string = Object.values(pluginRows).find((row) => row.currency)?.currency ?? ''

/** Nobody else writes at such an address: its newer versions need not wait. */
export const isOnThisMachine = (address: string | null): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(address ?? '')?.hostname ?? '')

/** A plugin that could be started. */
export type PluginSource = {
  readonly id: string
  readonly manifest: Load<Manifest>
  /** `signal`: ends one from elsewhere, also while it starts. */
  readonly client: ((trigger: Trigger, signal?: AbortSignal) => Promise<ClientHalf>) | null
  /** In development: its files were changed, so that it runs at once. */
  readonly isChanged?: boolean
  /** Of a plugin from elsewhere. */
  readonly installed?: InstalledPlugin
  /** The setting that hides it; absent where none does. */
  readonly hiddenBy?: HidingSetting | undefined
  /** Its translations by language. */
  readonly translations: Readonly<Record<string, Load<Record<string, unknown>>>>
}

const folderOf = (path: string) => path.split('/').at(-2) ?? ''

export const builtInPlugins: readonly PluginSource[] = Object.entries(manifests).map(([path, manifest]) => {
  const id = folderOf(path)
  const folder = path.slice(0, -'plugin.ts'.length)
  const files = Object.entries(translations).filter(([file]) => file.startsWith(`${folder}locales/`))
  return {
    id,
    manifest,
    hiddenBy: pluginRows[id]?.hiddenBy,
    client: clients[`${folder}client.tsx`] ?? null,
    translations: Object.fromEntries(
      files.map(([file, load]) => [file.slice(file.lastIndexOf('/') + 1, -'.json'.length), load]),
    ),
  }
})
/** The built-in plugins, and those that the user has installed; tests replace them. */
export const $pluginSources = createStore<readonly PluginSource[]>(builtInPlugins, { serialize: 'ignore' })
