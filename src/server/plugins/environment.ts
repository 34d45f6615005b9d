/** Variables of the server's environment that browser halves read: none but those of `browserEnvironment`. */
import type { Manifest } from '../../plugin-api/manifest.ts'
import { readEnvironment, type Env } from '../config.ts'

/**
 * The values of a manifest's variables; null where none is set.
 * @throws with the names of all invalid variables, one per line
 */
export function environmentOf(
  { browserEnvironment }: Manifest,
  env: Env,
): Readonly<Record<string, string>> | null {
  if (!browserEnvironment) return null
  const parsed = readEnvironment(browserEnvironment, env)
  const values = Object.entries(parsed).map(([name, value]): [string, string] => [name, String(value)])
  return values.some(([, value]) => value !== '') ? Object.fromEntries(values) : null
}

/**
 * The origins that browser halves may send requests to: of the variables that a permission `connect:` names, where they are set.
 * @throws as {@link environmentOf}
 */
export function connectOrigins(manifests: readonly Manifest[], env: Env): readonly string[] {
  const origins = manifests.flatMap((manifest) => {
    const values = environmentOf(manifest, env) ?? {}
    return manifest.permissions.flatMap((permission) => {
      const value = permission.startsWith('connect:') && values[permission.slice('connect:'.length)]
      return value ? new URL(value).origin : []
    })
  })
  return [...new Set(origins)]
}
