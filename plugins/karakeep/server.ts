import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { folderFor, type FolderService } from '../../src/plugin-api/folders.ts'
import { missingIn, textOfPassages } from '../../src/plugin-api/passages.ts'
import { bodyOf, baseAddress, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Karakeep'
const lists = z.object({
  lists: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      parentId: z.string().nullish(),
      /** A smart list is a search: nothing is added to it. */
      type: z.string().default('manual'),
    }),
  ),
})
/** Of a new list; Karakeep requires one. */
const ICON = '📁'

/** Karakeep's API: 201 is a new bookmark, 200 one that was there; tags and a list are attached afterwards. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, tags, starred, folder: name, passages }, caller) {
    const marked = await passages()
    const note = textOfPassages(marked)
    const { endpoint, request } = connectionOf(caller)
    const folder = await folderFor(caller, name, listsOf(endpoint, request))
    const bookmark = {
      type: 'link',
      url,
      title,
      ...(starred && { favourited: true }),
      ...(note && { note }),
    }
    const reply = await request('bookmarks', { body: bookmark })
    const again = reply.status === 200
    const { id, note: before } = bodyOf(reply, z.object({ id: z.string(), note: z.string().nullish() }), NAME)
    const missing = textOfPassages(missingIn(before ?? '', marked))
    // Karakeep leaves one that is there as it is.
    if (again && missing)
      await request(`bookmarks/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: { note: [before, missing].filter(Boolean).join('\n\n') },
      })
    if (tags.length > 0)
      await request(`bookmarks/${encodeURIComponent(id)}/tags`, {
        body: { tags: tags.map((tagName) => ({ tagName })) },
      })
    if (folder.id !== null)
      await request(`lists/${encodeURIComponent(folder.id)}/bookmarks/${encodeURIComponent(id)}`, {
        method: 'PUT',
      })
    return {
      url: `${endpoint}/dashboard/preview/${encodeURIComponent(id)}`,
      again,
      remark: folder.remark,
    }
  },
  check: (caller) => connectionOf(caller).request('users/me'),
})

const listsOf = (place: string, request: Request): FolderService => ({
  service: NAME,
  place,
  list: async () =>
    bodyOf(await request('lists'), lists, NAME)
      .lists.filter(({ type }) => type === 'manual')
      .map(({ id, name, parentId }) => ({ id, name, isNested: Boolean(parentId) })),
  create: async (name) =>
    bodyOf(await request('lists', { body: { name, icon: ICON } }), z.object({ id: z.string() }), NAME).id,
})

type Sent = { readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'; readonly body?: object }
type Request = ReturnType<typeof connectionOf>['request']

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['karakeepEndpoint'], NAME, 'karakeepEndpoint'))
  const token = required(secret('karakeepToken'), NAME, 'karakeepToken')
  const request = async (path: string, { body, method = body ? 'POST' : 'GET' }: Sent = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    // Karakeep knows a bookmark by its address, and a tag by its name; a list is looked up first.
    const sent = body && { body: JSON.stringify(body), idempotent: true }
    return succeeded(await fetch(`${endpoint}/api/v1/${path}`, { method, headers, ...sent }), NAME)
  }
  return { endpoint, request }
}
