import { baseAddress, defineServer, required, succeeded, webAddressOf } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Readeck'

/** Readeck's API: POST /api/bookmarks as a form; the Location of the answer is the bookmark. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const endpoint = baseAddress(required(caller.settings['readeckEndpoint'], SERVICE, 'readeckEndpoint'))
    const token = required(caller.secret('readeckToken'), SERVICE, 'readeckToken')
    const { entry } = await caller.entry(entryId)
    const fields = new FormData()
    fields.set('url', webAddressOf(entry, SERVICE))
    fields.set('title', entry.title ?? '')
    const form = new Response(fields)
    const reply = await caller.fetch(`${endpoint}/api/bookmarks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': form.headers.get('content-type') ?? '' },
      body: await form.text(),
    })
    const { location } = succeeded(reply, SERVICE).headers
    const url = location ? URL.parse(location, endpoint) : null
    return url ? { url: url.href } : {}
  })
})
