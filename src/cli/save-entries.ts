import type { Api } from '../api/types.ts'
import { SAVE_CALL } from '../contract/token-scopes.ts'
import { callPlugin } from './call-plugin.ts'

/** What a plugin answers that has saved an entry (plugin-api/manifest.ts). */
type Saved = { readonly url?: string } | undefined

/**
 * Saves entries with a plugin, one after the other.
 * @returns where each is now; null: the service does not say
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
