import type { Api } from '../api/types.ts'
import { SAVE_CALL } from '../contract/token-scopes.ts'
import { RefusedError } from './failures.ts'
import { pluginRefusal, type PluginMessage } from './plugin-refusal.ts'

/** What a plugin answers (plugin-api/manifest.ts). */
type Saved = {
  readonly ok: boolean
  readonly output?: { readonly url?: string }
  readonly words?: PluginMessage
}

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
    const { data } = await api.plugins.call({ plugin, call: SAVE_CALL, input: { entryId } })
    const { ok, output, words } = data as Saved
    if (!ok) throw new RefusedError(`${plugin}: ${words ? pluginRefusal(words) : 'no answer'}`)
    urls.push(output?.url ?? null)
  }
  return urls
}
