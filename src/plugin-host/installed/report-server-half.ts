/** What a plugin's server half did in a call: its requests are in the list of what the plugin did, its crashes count. */
import type { PluginResponse } from '../../plugin-api/manifest.ts'
import { serverHalfCrashed } from './crashes.ts'
import { pluginActed } from './ledger.ts'
import type { Trigger } from '../run/app-scope.ts'

export function reportServerHalf(plugin: string, response: PluginResponse, trigger: Trigger): void {
  for (const [host, count] of Object.entries(response.contacted ?? {}))
    trigger(pluginActed, { plugin, kind: 'contacted', what: host, count })
  if (!response.ok && response.crashed) trigger(serverHalfCrashed, plugin)
}
