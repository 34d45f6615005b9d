import type { Api } from '../api/types.ts'
import { RefusedError } from './failures.ts'
import { pluginText, type PluginMessage } from './plugin-text.ts'

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
