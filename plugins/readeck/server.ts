import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { defineCalls } from '../../src/plugin-api/manifest.ts'
import { highlightsCall, passagesOf } from '../../src/plugin-api/passages.ts'
import { rememberSent, sentAs } from '../../src/plugin-api/sent.ts'
import { annotate, bookmarkSchema } from './server/annotate.ts'
import { calls } from './contract.ts'

/** Of the server half alone. */
const ownCalls = defineCalls({ highlights: highlightsCall })

const SERVICE = 'Readeck'
/** Bookmarks that one search shows. */
const MAX_BOOKMARKS = 20
/** Delays after which it is looked whether Readeck has read a page, in ms. */
const WAITS = [300, 700, 1500] as const

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
export default defineServer(({ answer, textRanges }) => {
  /** @param waits for Readeck to read a page that it did not have */
  const saveEntry = async (entryId: string, caller: Caller, waits: readonly number[]) => {
    const access = accessOf(caller)
    const passages = (await passagesOf(caller, entryId)).filter(({ text }) => text !== '')
    // A bookmark that is there gets the highlights that it lacks.
    const sent = passages.length > 0 ? await sentAs(caller, entryId) : null
    const bookmark = sent === null ? null : await bookmarkOf(access, sent)
    const id = bookmark === null ? await newBookmark(access, caller, entryId) : sent
    if (id === null) return {}
    if (bookmark === null) await rememberSent(caller, entryId, id)
    const remark =
      passages.length > 0
        ? await annotate(access.request, { id, bookmark, passages, waits, textRanges })
        : undefined
    return { url: pageOf(access.endpoint, id), again: bookmark !== null, remark }
  }
  answer(calls.save, ({ entryId }, caller) => saveEntry(entryId, caller, WAITS))
  answer(ownCalls.highlights, async ({ entryId }, caller) => {
    const { remark } = await saveEntry(entryId, caller, [])
    // It is tried again for some minutes.
    if (remark?.key === 'stillReading') throw new PluginRefusal(remark.key)
  })
  answer(calls.search, async ({ words }, caller) => {
    if (caller.settings['searchReadeck'] !== true) return []
    const { endpoint, request } = accessOf(caller)
    const query = new URLSearchParams({ search: words, limit: String(MAX_BOOKMARKS) })
    return bodyOf(succeeded(await request(`?${query}`), SERVICE), found, SERVICE)
      .slice(0, MAX_BOOKMARKS)
      .map(({ id, title, site_name, url }) => ({
        title: (title || url || id).slice(0, 500),
        detail: site_name.slice(0, 500),
        url: pageOf(endpoint, id),
      }))
  })
})

const pageOf = (endpoint: string, id: string): string => `${endpoint}/bookmarks/${encodeURIComponent(id)}`

/** @returns the bookmark's id; null where Readeck does not name it */
async function newBookmark(
  { endpoint, headers, request }: Access,
  caller: Caller,
  entryId: string,
): Promise<string | null> {
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
  if (!id) return null
  // A new bookmark takes no mark.
  if (starred) succeeded(await request(`/${id}`, { method: 'PATCH', body: { is_marked: true } }), SERVICE)
  return decodeURIComponent(id)
}

/** @returns null where it is gone */
async function bookmarkOf({ request }: Access, id: string) {
  const reply = await request(`/${encodeURIComponent(id)}`)
  if (reply.status === 404) return null
  const bookmark = bodyOf(succeeded(reply, SERVICE), bookmarkSchema, SERVICE)
  return bookmark.is_deleted ? null : bookmark
}

type Sent = { readonly method: 'POST' | 'PATCH'; readonly body: object }
type Access = ReturnType<typeof accessOf>

function accessOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['readeckEndpoint'], SERVICE, 'readeckEndpoint'))
  const token = required(secret('readeckToken'), SERVICE, 'readeckToken')
  const headers = { Authorization: `Bearer ${token}` }
  /** Of bookmarks. What is sent may be sent again: which highlights there are is looked up first. */
  const request = (path: string, sent?: Sent) =>
    fetch(`${endpoint}/api/bookmarks${path}`, {
      headers: { ...headers, ...(sent && { 'Content-Type': 'application/json' }) },
      ...(sent && { method: sent.method, body: JSON.stringify(sent.body), idempotent: true }),
    })
  return { endpoint, headers, request }
}
