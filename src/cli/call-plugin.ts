import type { Api } from '../api/types.ts'
import { RefusedError } from './failures.ts'
import { pluginText, type PluginMessage } from './plugin-text.ts'
import { SAVE_CALL } from '../contract/token-scopes.ts'

/** The response of a plugin (plugin-api/manifest.ts). */
type Answer = { readonly ok: boolean; readonly output?: unknown; readonly words?: PluginMessage }
type PluginCall = { readonly plugin: string; readonly call: string; readonly input: object }

/**
 * Sends a call to the server half of a plugin.
 * @param own texts of the plugin, for its refusals
 * @returns the output @throws RefusedError with a message
 */
export async function callPlugin(api: Api, call: PluginCall, own?: unknown): Promise<unknown> {
  const { data } = await api.plugins.call(call)
  const { ok, output, words } = data as Answer
  if (!ok) throw new RefusedError(`${call.plugin}: ${words ? pluginText(words, own) : 'no answer'}`)
  return output
}

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
