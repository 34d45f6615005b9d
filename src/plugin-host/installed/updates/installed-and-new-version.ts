import type { Api } from '../../../api/index.ts'
import { codeOf, parseBundle } from '../../../contract/plugin-bundle.ts'
import type { InstalledPlugin, PluginPreview } from '../../../contract/plugins.ts'

/** The code of the installed version, and what is at its address now. */
export async function installedAndNewVersion(
  api: Pick<Api, 'plugins'>,
  { address, manifest }: InstalledPlugin,
): Promise<{ readonly before: string; readonly preview: PluginPreview }> {
  if (!address) throw new Error(`${manifest.id} has no address`)
  const [{ data: preview }, { data: installed }] = await Promise.all([
    api.plugins.preview({ address }),
    api.plugins.bundle({ plugin: manifest.id }),
  ])
  const bundle = parseBundle(installed.bundle)
  return { before: bundle ? codeOf(bundle) : '', preview }
}
