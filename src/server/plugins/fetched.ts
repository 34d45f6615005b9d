/** A request of a plugin's browser half, to the hosts that it may reach. */
import type { PluginFetched } from '../../contract/plugins.ts'
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { OutboundRequest } from '../../plugin-api/server.ts'
import type { Outbound } from '../outbound/index.ts'
import { createOutside, permittedHosts } from './outbound.ts'

export async function fetched(
  outbound: Outbound,
  { permissions, enabledBy }: Manifest,
  settings: Readonly<Record<string, unknown>>,
  url: string,
  request: OutboundRequest,
): Promise<PluginFetched> {
  try {
    if (settings[enabledBy] !== true) throw new PluginRefusal('plugin.off')
    // Secrets belong to the server half: an address in one permits no host to the browser half.
    const outside = createOutside(
      outbound,
      permittedHosts(permissions, settings, () => ''),
    )
    const { status, headers, text } = await outside(url, request)
    return { ok: true, output: { status, headers, text } }
  } catch (error) {
    if (error instanceof PluginRefusal) return { ok: false, words: error.text }
    throw error
  }
}
