/** Makes a bundle of the folder of a plugin: its manifest, translations and the code of both halves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_BUNDLE, namedPermission, pluginBundle } from '../../contract/plugin-bundle.ts'
import { isReservedPluginId } from '../../contract/reserved-plugin-ids.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'

export type Packed = { readonly id: string; readonly text: string }

/** @throws Error that says which file is wrong, and how */
export function readFolder(folder: string): Packed {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const json = (name: string): unknown => {
    if (!existsSync(join(folder, name))) throw new Error(`There is no ${name}`)
    try {
      return JSON.parse(read(name))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name} is no JSON: ${reason}`, { cause: error })
    }
  }
  const manifest = json('manifest.json')
  json('locales/en.json')
  const languages = readdirSync(join(folder, 'locales')).filter((name) => name.endsWith('.json'))
  const locales = languages.map((name) => [name.slice(0, -'.json'.length), json(`locales/${name}`)] as const)
  const bundle = {
    format: 'lectern-plugin-1',
    manifest,
    locales: Object.fromEntries(locales),
    client: existsSync(join(folder, 'client.js')) ? read('client.js') : '',
    ...(existsSync(join(folder, 'server.js')) && { server: read('server.js') }),
  }
  const { data, error } = pluginBundle.safeParse(bundle)
  if (!data) {
    const [issue] = error.issues
    const place = issue?.path.join('.') ?? 'manifest'
    const reason = /^manifest\.permissions\.\d/.test(place)
      ? `a permission is net:HOST, net:{SETTING}, or one of ${namedPermission.options.join(', ')}`
      : (issue?.message ?? 'it cannot be read')
    throw new Error(`${place} does not fit: ${reason}`)
  }
  const { id } = data.manifest
  if (isReservedPluginId(id)) throw new Error(`${id} is a name of the reader`)
  // Refuses what the reader does.
  manifestOf(data.manifest, data.manifest.permissions)
  const text = `${JSON.stringify(bundle, null, 2)}\n`
  if (text.length > MAX_BUNDLE) throw new Error(`The plugin has more than ${MAX_BUNDLE} characters`)
  return { id, text }
}
