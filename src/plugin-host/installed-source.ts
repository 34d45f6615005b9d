/** An installed plugin as a source: its bundle is fetched when it is needed, and its hash compared. */
import type { Api } from '../api/index.ts'
import type { InstalledPlugin } from '../contract/plugins.ts'
import { parseBundle, type PluginBundle } from '../contract/plugin-bundle.ts'
import { manifestOf } from '../plugin-api/shared-manifest.ts'
import type { PluginSource } from './catalogue.ts'
import { startSandboxed } from './sandbox/sandboxed-client.ts'

export function installedSource(api: Pick<Api, 'plugins'>, installed: InstalledPlugin): PluginSource {
  const { id } = installed.manifest
  const manifest = manifestOf(installed.manifest, installed.granted)
  let loading: Promise<PluginBundle> | null = null
  const bundle = (): Promise<PluginBundle> => (loading ??= loadBundle(api, id, installed.hash))
  const languages = ['en', 'ja', 'zh-CN', 'zh-TW']
  return {
    id,
    installed,
    manifest: async () => manifest,
    client: async (trigger) => {
      const [{ client }, { default: runtime }] = await Promise.all([
        bundle(),
        import('virtual:plugin-runtime'),
      ])
      return startSandboxed(`${runtime}\n;${client}`, { manifest, trigger })
    },
    translations: Object.fromEntries(
      languages.map((language) => [
        language,
        async () => {
          const { locales } = await bundle()
          return locales[language] ?? locales.en
        },
      ]),
    ),
  }
}

/** @throws where the text is not the one that was installed */
async function loadBundle(api: Pick<Api, 'plugins'>, plugin: string, hash: string): Promise<PluginBundle> {
  const { data } = await api.plugins.bundle({ plugin })
  const bundle = parseBundle(data.bundle)
  // Without a secure context there is no digest: the server's own check stands alone.
  const isOther = globalThis.isSecureContext && (await hashOf(data.bundle)) !== hash
  if (!bundle || isOther) throw new Error(`The bundle of ${plugin} was changed`)
  return bundle
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
