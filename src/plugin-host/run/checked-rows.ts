import { z } from 'zod'
import type { Contributes } from '../../plugin-api/contributes.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { sandboxedKinds } from './contributions/contributions.ts'

/**
 * What the manifest of a plugin from elsewhere declares, checked as what its code gives.
 * @throws Error that names what does not fit, PluginRefusal for what the plugin may not add
 */
export function checkedRows(manifest: Manifest): Contributes {
  const { id } = manifest
  const contributes: Readonly<Record<string, unknown>> = manifest.contributes ?? {}
  const rows = sandboxedKinds.map(([name, { data, most, dataFor }]) => {
    const { data: list, error } = z
      .array(data)
      .max(most)
      .safeParse(contributes[name] ?? [])
    if (!list)
      throw new Error(`Plugin ${id}: contributes.${name} does not fit at ${error.issues[0]?.path.join('.')}`)
    return [name, list.map((row) => (dataFor ? dataFor(row as never, manifest) : row))]
  })
  return Object.fromEntries(rows) as Contributes
}
