import type { Api } from '../api/types.ts'
import { SAVE_CALL } from '../contract/token-scopes.ts'
import { callPlugin } from './call-plugin.ts'

/** The response of a plugin to a saved entry (plugin-api/manifest.ts). */
type Saved = { readonly url?: string } | undefined

/**
 * Saves entries with a plugin, one after the other.
 * @returns the address of each saved entry; null: the service returns none
 * @throws RefusedError with the reason of the plugin, for the first that it refuses; those before it are saved
 */
export async function saveEntries(
  api: Api,
  plugin: string,
  entryIds: readonly string[],
): Promise<readonly (string | null)[]> {
  const urls: (string | null)[] = []
  for (const entryId of entryIds) {
    const saved = await callPlugin(api, { plugin, call: SAVE_CALL, input: { entryId } })
    urls.push((saved as Saved)?.url ?? null)
  }
  return urls
}
