/** Finds the plugins: each folder of plugins/ with a plugin.ts. The command line lists their commands by it, too. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extendContract, type Extension } from '../../contract/extend.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'

/** The folder of the built-in plugins. */
export const builtInPlugins = join(import.meta.dirname, '../../../plugins')

/**
 * The manifests in a folder of plugins, in the order of their ids. What their wire.ts adds to the contract is in it then.
 * @param failed is called for a plugin that cannot be loaded; the others continue
 */
export async function loadManifests(
  folder: string,
  failed: (id: string, error: unknown) => void,
): Promise<Manifest[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'plugin.ts')))
    .map((entry) => entry.name)
    .toSorted()
  const loaded = await Promise.all(
    names.map(async (name): Promise<Manifest[]> => {
      try {
        const manifest = await defaultOf<Manifest>(join(folder, name, 'plugin.ts'))
        const wire = join(folder, name, 'wire.ts')
        if (existsSync(wire)) extendContract(await defaultOf<Extension>(wire))
        if (manifest.id !== name) throw new Error(`the folder is called ${name}, the plugin ${manifest.id}`)
        return [manifest]
      } catch (error) {
        failed(name, error)
        return []
      }
    }),
  )
  return loaded.flat()
}

/** The default export of a plugin's file. */
export async function defaultOf<T>(file: string): Promise<T> {
  const module = (await import(pathToFileURL(file).href)) as { default: T }
  return module.default
}
