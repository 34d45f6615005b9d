import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  succeeded,
  webAddressOf,
  z,
} from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Eagle'

/** The API of the Eagle application: POST /api/item/addFromURLs with the pictures of an entry. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { entry, labels } = await caller.entry(entryId)
    const website = webAddressOf(entry, SERVICE)
    const media = [...new Set((entry.media ?? []).map(({ url }) => url))]
    if (media.length === 0) throw new PluginRefusal('noMedia')
    const title = entry.title || website
    const endpoint = baseAddress(caller.settings['eagleEndpoint'])
    const reply = await caller.fetch(`${endpoint}/api/item/addFromURLs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        items: media.map((url, at) => ({
          url,
          // Eagle requires one.
          name: media.length === 1 ? title : `${title} ${at + 1}`,
          website,
          tags: [...new Set([...labels, ...(entry.categories ?? [])])],
          annotation: entry.description ?? '',
          headers: { referer: website },
        })),
      }),
    })
    bodyOf(succeeded(reply, SERVICE), z.object({ status: z.literal('success') }), SERVICE)
    return {}
  })
})
