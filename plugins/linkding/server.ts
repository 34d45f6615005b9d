import { bookmarkServer, tagsWithoutSpaces } from '../../src/plugin-api/bookmarks.ts'
import { markdownOfPassages } from '../../src/plugin-api/passages.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Linkding'

/** Linkding's API: a bookmark whose address is there is updated. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages }, caller) {
    const { endpoint, request } = connectionOf(caller)
    const notes = markdownOfPassages(await passages())
    const bookmark = {
      url,
      title,
      description,
      tag_names: tagsWithoutSpaces(tags),
      // Without it Linkding keeps its own.
      ...(notes && { notes }),
    }
    const { id } = bodyOf(await request('bookmarks/', bookmark), z.object({ id: z.number() }), NAME)
    return { url: `${endpoint}/bookmarks?details=${id}` }
  },
  check: (caller) => connectionOf(caller).request('user/profile/'),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['linkdingEndpoint'], NAME, 'linkdingEndpoint'))
  const token = required(secret('linkdingToken'), NAME, 'linkdingToken')
  const request = async (path: string, body?: object) => {
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
    const sent = body ? { method: 'POST' as const, body: JSON.stringify(body), idempotent: true } : {}
    return succeeded(await fetch(`${endpoint}/api/${path}`, { headers, ...sent }), NAME)
  }
  return { endpoint, request }
}
