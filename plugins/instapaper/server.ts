import { baseAddress, defineServer, required, succeeded, webAddressOf } from '../../src/plugin-api/server.ts'
import { passagesOf, textOfPassages } from '../../src/plugin-api/passages.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Instapaper'
/** Characters, as they are part of the address. */
const MAX_SELECTION = 1000

/** The Simple Developer API: POST /api/add with the name and the password of the account. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId, selection }, caller) => {
    const name = required(caller.settings['instapaperUsername'], SERVICE, 'instapaperUsername')
    const { entry } = await caller.entry(entryId)
    const query = new URLSearchParams({ url: webAddressOf(entry, SERVICE), title: entry.title ?? '' })
    const marked = selection ?? textOfPassages(await passagesOf(caller, entryId))
    // It stands below the title there.
    if (marked) query.set('selection', marked.slice(0, MAX_SELECTION).toWellFormed())
    const endpoint = baseAddress(caller.settings['instapaperEndpoint'])
    const account = Buffer.from(`${name}:${caller.secret('instapaperPassword')}`).toString('base64')
    const reply = await caller.fetch(`${endpoint}/api/add?${query}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${account}` },
    })
    const bookmark = bookmarkIn(succeeded(reply, SERVICE).text)
    return bookmark === null ? {} : { url: `https://www.instapaper.com/read/${bookmark}` }
  })
})

/** The number of the bookmark, where the answer names it; some answers are the status alone. */
function bookmarkIn(text: string): number | null {
  try {
    const { bookmark_id: id } = JSON.parse(text) as { bookmark_id?: unknown }
    return typeof id === 'number' ? id : null
  } catch {
    return null
  }
}
