import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { textOfPassages } from '../../src/plugin-api/passages.ts'
import { bodyOf, baseAddress, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Karakeep'

/** Karakeep's API: 201 is a new bookmark, 200 one that was there; tags are attached afterwards. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, tags, starred, passages }, caller) {
    const note = textOfPassages(await passages())
    const { endpoint, request } = connectionOf(caller)
    const reply = await request('bookmarks', {
      type: 'link',
      url,
      title,
      ...(starred && { favourited: true }),
      ...(note && { note }),
    })
    const { id } = bodyOf(reply, z.object({ id: z.string() }), NAME)
    if (tags.length > 0)
      await request(`bookmarks/${encodeURIComponent(id)}/tags`, {
        tags: tags.map((tagName) => ({ tagName })),
      })
    return { url: `${endpoint}/dashboard/preview/${encodeURIComponent(id)}`, again: reply.status === 200 }
  },
  check: (caller) => connectionOf(caller).request('users/me'),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['karakeepEndpoint'], NAME, 'karakeepEndpoint'))
  const token = required(secret('karakeepToken'), NAME, 'karakeepToken')
  const request = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    // Karakeep knows a bookmark by its address, and a tag by its name.
    const sent = body ? { method: 'POST' as const, body: JSON.stringify(body), idempotent: true } : {}
    return succeeded(await fetch(`${endpoint}/api/v1/${path}`, { headers, ...sent }), NAME)
  }
  return { endpoint, request }
}
