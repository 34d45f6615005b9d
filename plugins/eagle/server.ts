import { defineServer, PluginRefusal, refusalOf, webAddressOf } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Eagle'

/** The API of the Eagle application: POST /api/item/addFromURLs with the pictures of an entry. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { entry } = await caller.entry(entryId)
    const website = webAddressOf(entry, SERVICE)
    const media = [...new Set((entry.media ?? []).map(({ url }) => url))]
    if (media.length === 0) throw new PluginRefusal('noMedia')
    const endpoint = String(caller.settings['eagleEndpoint']).replace(/\/+$/, '')
    const reply = await caller.fetch(`${endpoint}/api/item/addFromURLs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: media.map((url) => ({ url, website, headers: { referer: website } })) }),
    })
    if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, SERVICE)
    if (!isSuccess(reply.text)) throw new PluginRefusal('outside.unreadable', { service: SERVICE })
    return {}
  })
})

function isSuccess(text: string): boolean {
  try {
    return (JSON.parse(text) as { status?: unknown }).status === 'success'
  } catch {
    return false
  }
}
