/** Finds the plugins: each folder of plugins/ with a plugin.ts, and its server.ts where it has one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { ServerHalf } from '../../plugin-api/server.ts'

export type Loaded = { readonly manifest: Manifest; readonly server: ServerHalf | null }

/** Where the built-in plugins lie. */
export const builtInPlugins = join(import.meta.dirname, '../../../plugins')

/**
 * @param failed hears of a plugin that cannot be loaded; the others go on
 */
export async function loadPlugins(
  folder: string,
  failed: (id: string, error: unknown) => void,
): Promise<Loaded[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'plugin.ts')))
    .map((entry) => entry.name)
    .toSorted()
  const loaded = await Promise.all(
    names.map(async (name): Promise<Loaded[]> => {
      try {
        const manifest = await defaultOf<Manifest>(join(folder, name, 'plugin.ts'))
        if (manifest.id !== name) throw new Error(`the folder is called ${name}, the plugin ${manifest.id}`)
        const file = join(folder, name, 'server.ts')
        return [{ manifest, server: existsSync(file) ? await defaultOf<ServerHalf>(file) : null }]
      } catch (error) {
        failed(name, error)
        return []
      }
    }),
  )
  return loaded.flat()
}

async function defaultOf<T>(file: string): Promise<T> {
  const module = (await import(pathToFileURL(file).href)) as { default: T }
  return module.default
}
