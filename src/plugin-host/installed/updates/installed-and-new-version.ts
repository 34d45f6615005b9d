import type { Api } from '../../../api/index.ts'
import { codeOf, parseBundle } from '../../../contract/plugin-bundle.ts'
import type { InstalledPlugin, PluginPreview } from '../../../contract/plugins.ts'

/** The code of the installed version, and what is at its address now. */
export async function installedAndNewVersion(
  api: Pick<Api, 'plugins'>,
  installed: InstalledPlugin,
): Promise<{ readonly before: string; readonly preview: PluginPreview }> {
  await catalogueFetched(api, installed)
  const [{ data: preview }, { data: stored }] = await Promise.all([
    api.plugins.preview(originOf(installed)),
    api.plugins.bundle({ plugin: installed.manifest.id }),
  ])
  const bundle = parseBundle(stored.bundle)
  return { before: bundle ? codeOf(bundle) : '', preview }
}

/** Where newer versions of it are: the catalogue that listed it, or its address. */
export function originOf({ address, catalogue, manifest: { id } }: InstalledPlugin) {
  if (catalogue) return { listed: { catalogue, plugin: id } }
  if (!address) throw new Error(`${id} has no address`)
  return { address }
}

/** @throws where it is signed with another key, older than before, or gone */
async function catalogueFetched(api: Pick<Api, 'plugins'>, { catalogue }: InstalledPlugin): Promise<void> {
  if (!catalogue) return
  const known = (await api.plugins.catalogues({})).data.find(({ key }) => key === catalogue)
  if (known) await api.plugins.addCatalogue({ address: known.address, key: known.key })
}
