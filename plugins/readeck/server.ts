import { defineServer, refusalOf, required, webAddressOf } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Readeck'

/** Readeck's API: POST /api/bookmarks as a form; the Location of the answer is the bookmark. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const endpoint = required(caller.settings['readeckEndpoint'], SERVICE, 'readeckEndpoint').replace(
      /\/+$/,
      '',
    )
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
    if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, SERVICE)
    const url = URL.parse(reply.headers['location'] ?? '', endpoint)
    return url && reply.headers['location'] ? { url: url.href } : {}
  })
})
