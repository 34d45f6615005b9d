import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { baseAddress, required, succeeded, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Linkwarden'
/** Of a description, as Linkwarden accepts it. */
const DESCRIPTION = 2048

/** Linkwarden's API: 409 says that the link is there, where its user wants each once. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags }, caller) {
    const reply = await connectionOf(caller)('links', {
      url,
      name: title,
      description: description.slice(0, DESCRIPTION),
      tags: tags.map((name) => ({ name })),
    })
    if (reply.status === 409) return { again: true }
    succeeded(reply, NAME)
    return {}
  },
  check: async (caller) => succeeded(await connectionOf(caller)('collections'), NAME),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['linkwardenEndpoint'], NAME, 'linkwardenEndpoint'))
  const token = required(secret('linkwardenToken'), NAME, 'linkwardenToken')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return (path: string, body?: object) =>
    fetch(`${endpoint}/api/v1/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
}
