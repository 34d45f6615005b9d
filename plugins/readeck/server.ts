import {
  baseAddress,
  bodyOf,
  defineServer,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Readeck'
/** Bookmarks that one search shows. */
const MAX_BOOKMARKS = 20

const found = z.array(
  z.object({
    id: z.string(),
    title: z.string().default(''),
    site_name: z.string().default(''),
    url: z.string().default(''),
  }),
)

/**
 * Readeck's API: POST /api/bookmarks as a form; the Location of the answer is the bookmark in the API. GET
 * /api/bookmarks?search= finds bookmarks. Readeck shows one at /bookmarks/ID.
 */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { endpoint, headers } = accessOf(caller)
    const { entry, labels, starred } = await caller.entry(entryId)
    const fields = new FormData()
    fields.set('url', webAddressOf(entry, SERVICE))
    fields.set('title', entry.title ?? '')
    for (const label of labels) fields.append('labels', label)
    const form = new Response(fields)
    const reply = await caller.fetch(`${endpoint}/api/bookmarks`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': form.headers.get('content-type') ?? '' },
      body: await form.text(),
    })
    const { location } = succeeded(reply, SERVICE).headers
    const id = location && URL.parse(location, endpoint)?.pathname.split('/').filter(Boolean).at(-1)
    if (!id) return {}
    // A new bookmark takes no mark.
    if (starred)
      await caller
        .fetch(`${endpoint}/api/bookmarks/${id}`, {
          method: 'PATCH',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ is_marked: true }),
        })
        .then((marked) => succeeded(marked, SERVICE))
    return { url: pageOf(endpoint, decodeURIComponent(id)) }
  })
  answer(calls.search, async ({ words }, caller) => {
    if (caller.settings['searchReadeck'] !== true) return []
    const { endpoint, headers } = accessOf(caller)
    const query = new URLSearchParams({ search: words, limit: String(MAX_BOOKMARKS) })
    const reply = await caller.fetch(`${endpoint}/api/bookmarks?${query}`, { headers })
    return bodyOf(succeeded(reply, SERVICE), found, SERVICE)
      .slice(0, MAX_BOOKMARKS)
      .map(({ id, title, site_name, url }) => ({
        title: (title || url || id).slice(0, 500),
        detail: site_name.slice(0, 500),
        url: pageOf(endpoint, id),
      }))
  })
})

const pageOf = (endpoint: string, id: string): string => `${endpoint}/bookmarks/${encodeURIComponent(id)}`

function accessOf({ settings, secret }: Caller) {
  const endpoint = baseAddress(required(settings['readeckEndpoint'], SERVICE, 'readeckEndpoint'))
  const token = required(secret('readeckToken'), SERVICE, 'readeckToken')
  return { endpoint, headers: { Authorization: `Bearer ${token}` } }
}
