import { bookmarkServer, describedWith } from '../../src/plugin-api/bookmarks.ts'
import { folderFor, type FolderService } from '../../src/plugin-api/folders.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Linkwarden'
/** Of a description, as Linkwarden accepts it. */
const DESCRIPTION = 2048
const collection = z.object({ id: z.number(), name: z.string(), parentId: z.number().nullish() })

/** Linkwarden's API: 409 says that the link is there, where its user wants each once. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, folder: name, passages }, caller) {
    const { endpoint, request } = connectionOf(caller)
    const folder = await folderFor(caller, name, collectionsOf(endpoint, request))
    const reply = await request('links', {
      url,
      name: title,
      description: describedWith(description, await passages(), DESCRIPTION),
      tags: tags.map((tag) => ({ name: tag })),
      ...(folder.id !== null && { collection: { id: folder.id } }),
    })
    if (reply.status === 409) return { again: true }
    succeeded(reply, NAME)
    return { remark: folder.remark }
  },
  check: async (caller) => succeeded(await connectionOf(caller).request('collections'), NAME),
})

/** Sent the name alone, Linkwarden would create a collection each time. */
const collectionsOf = (place: string, request: Request): FolderService => ({
  service: NAME,
  place,
  async list() {
    const reply = succeeded(await request('collections'), NAME)
    const { response } = bodyOf(reply, z.object({ response: z.array(collection) }), NAME)
    return response.map(({ id, name, parentId }) => ({ id, name, isNested: Boolean(parentId) }))
  },
  async create(name) {
    const reply = succeeded(await request('collections', { name }, true), NAME)
    return bodyOf(reply, z.object({ response: collection }), NAME).response.id
  },
})

type Request = ReturnType<typeof connectionOf>['request']

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['linkwardenEndpoint'], NAME, 'linkwardenEndpoint'))
  const token = required(secret('linkwardenToken'), NAME, 'linkwardenToken')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const request = (path: string, body?: object, idempotent = false) =>
    fetch(`${endpoint}/api/v1/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body), idempotent }),
    })
  return { endpoint, request }
}
