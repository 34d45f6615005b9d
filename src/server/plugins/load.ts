/** Loads the plugins: the manifest of each, and its server.ts where it has one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { ServerHalf } from '../../plugin-api/server.ts'
import { defaultOf, loadManifests } from './load-manifests.ts'

export type Loaded = { readonly manifest: Manifest; readonly server: ServerHalf | null }

/**
 * @param failed is called for a plugin that cannot be loaded; the others continue
 */
export async function loadPlugins(
  folder: string,
  failed: (id: string, error: unknown) => void,
): Promise<Loaded[]> {
  const loaded = await Promise.all(
    (await loadManifests(folder, failed)).map(async (manifest): Promise<Loaded[]> => {
      try {
        const file = join(folder, manifest.id, 'server.ts')
        return [{ manifest, server: existsSync(file) ? await defaultOf<ServerHalf>(file) : null }]
      } catch (error) {
        failed(manifest.id, error)
        return []
      }
    }),
  )
  return loaded.flat()
}
