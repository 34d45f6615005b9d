/** An installed plugin as a source: its bundle is loaded when it is needed, and its hash compared. */
import type { Api } from '../../api/index.ts'
import { parseBundle, type PluginBundle } from '../../contract/plugin-bundle.ts'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { interfaceLanguages } from '../../core/interface-language.ts'
import type { Services } from '../../model/services.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
import type { PluginSource } from '../run/catalogue.ts'
import { loadClient } from '../sandbox/load-client.ts'
import { hidingSettingOf } from '../run/visible-plugins.ts'

type From = { readonly api: Pick<Api, 'plugins'>; readonly local: Services['local'] }

export function installedSource(from: From, installed: InstalledPlugin): PluginSource {
  const { id } = installed.manifest
  const manifest = manifestOf(installed.manifest, installed.granted)
  let loading: Promise<PluginBundle> | null = null
  const bundle = (): Promise<PluginBundle> =>
    (loading ??= loadBundle(from, id, installed.hash).catch((error: unknown) => {
      // The next one who needs it tries again.
      loading = null
      throw error
    }))
  return {
    id,
    installed,
    hiddenBy: hidingSettingOf(installed),
    manifest: async () => manifest,
    client: async (trigger, signal) =>
      loadClient((await bundle()).client, { manifest, trigger, ...(signal && { signal }) }),
    translations: Object.fromEntries(
      interfaceLanguages.map((language) => [
        language,
        async () => {
          const { locales } = await bundle()
          return locales[language] ?? locales.en
        },
      ]),
    ),
  }
}

/** From this browser, else from the server. @throws where the text is not the one that was installed */
async function loadBundle({ api, local }: From, plugin: string, hash: string): Promise<PluginBundle> {
  const stored = await local.call('pluginBundle.get', plugin)
  // An update leaves the text of the version before.
  if (stored?.hash === hash && (await isOfHash(stored.text, hash))) return readBundle(plugin, stored.text)
  const { data } = await api.plugins.bundle({ plugin })
  if (!(await isOfHash(data.bundle, hash))) throw new Error(`The bundle of ${plugin} was changed`)
  await local.call('pluginBundle.put', { plugin, stored: { text: data.bundle, hash } })
  return readBundle(plugin, data.bundle)
}

function readBundle(plugin: string, text: string): PluginBundle {
  const bundle = parseBundle(text)
  if (!bundle) throw new Error(`The bundle of ${plugin} cannot be read`)
  return bundle
}

/** Without a secure context there is no digest: the server's own check stands alone. */
async function isOfHash(text: string, hash: string): Promise<boolean> {
  if (!globalThis.isSecureContext) return true
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash
}
