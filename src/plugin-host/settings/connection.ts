/** How a plugin stands with its service, as its settings say it: only what is known, never what is likely. */
import type { PluginOutcome } from '../../contract/plugins.ts'
import { isShown } from '../../features/shared/setting-fields/field.ts'
import { SAVE_ENTRIES, type Manifest } from '../../plugin-api/manifest.ts'
import type { PluginState } from './plugin-states.ts'

export type Connection =
  /** `on`: it has no service that saves entries. */
  | { readonly state: 'off' | 'on' | 'untested' }
  /** `missing`: names of settings and secrets that are still empty. */
  | { readonly state: 'notSetUp'; readonly missing: readonly string[] }
  | { readonly state: 'connected' | 'refused' | 'failed'; readonly outcome: PluginOutcome }

/** The service was reached, and did not want the entry or the user. */
const REFUSALS: ReadonlySet<string> = new Set(['outside.notAccepted', 'outside.refused'])

export const isService = ({ permissions }: Pick<Manifest, 'permissions'>): boolean =>
  permissions.includes(SAVE_ENTRIES)

export function connectionOf({ manifest, values, secretsSet, outcome, signIn }: PluginState): Connection {
  if (values[manifest.enabledBy] !== true) return { state: 'off' }
  const isEmpty = (name: string): boolean =>
    name === 'signIn' ? signIn?.isConnected !== true : isUnset(name)
  const isUnset = (name: string): boolean =>
    manifest.secrets.includes(name) ? !secretsSet.includes(name) : String(values[name] ?? '').trim() === ''
  const missing = (manifest.requires ?? []).flatMap((one): readonly string[] => {
    // What has no field is not asked of the user.
    const names = [one].flat().filter((name) => {
      const condition = manifest.showWhen?.[name]
      return !condition || isShown(condition, values)
    })
    return names.length > 0 && names.every(isEmpty) ? names.slice(0, 1) : []
  })
  if (missing.length > 0) return { state: 'notSetUp', missing }
  if (outcome === null) return { state: isService(manifest) ? 'untested' : 'on' }
  if (outcome.words === null) return { state: 'connected', outcome }
  return { state: REFUSALS.has(outcome.words.key) ? 'refused' : 'failed', outcome }
}
