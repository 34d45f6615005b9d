import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { folderFor, type FolderService } from '../../src/plugin-api/folders.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'

const NAME = 'Raindrop'
const answer = z.object({
  result: z.boolean(),
  errorMessage: z.string().default(''),
  item: z
    .object({ _id: z.number(), highlights: z.array(z.object({ text: z.string() })).default([]) })
    .optional(),
})
const known = z.object({ ids: z.array(z.number()).default([]) })
const collection = z.object({
  _id: z.number(),
  title: z.string().default(''),
  access: z.object({ level: z.number() }).optional(),
})
const collections = z.object({ items: z.array(collection).default([]) })
const answerWithCollection = z.object({
  result: z.boolean(),
  errorMessage: z.string().default(''),
  item: collection.optional(),
})
/** `access.level` of collections to which the user may add: as a collaborator, and as the owner. */
const MAY_ADD = 3

/** Raindrop's API: refusals come as success with `result: false`. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, starred, folder: name, passages }, caller) {
    const { endpoint, request } = await connectionOf(caller)
    const highlights = (await passages())
      .filter(({ text }) => text !== '')
      .map(({ text, note }) => ({ text, note }))
    if (highlights.length > 0) {
      const [there] = bodyOf(await request('import/url/exists', { body: { urls: [url] } }), known, NAME).ids
      if (there !== undefined) return { url: await addHighlights(request, there, highlights), again: true }
    }
    const folder = await folderFor(caller, name, collectionsOf(endpoint, request))
    const raindrop = {
      link: url,
      title,
      excerpt: description,
      tags,
      ...(starred && { important: true }),
      ...(folder.id !== null && { collection: { $id: folder.id } }),
      ...(highlights.length > 0 && { highlights }),
    }
    const { _id: id } = itemIn(await request('raindrop', { body: raindrop }), answer)
    return { url: pageOf(id), remark: folder.remark }
  },
  check: async (caller) => (await connectionOf(caller)).request('user'),
})

const pageOf = (id: number): string => `https://app.raindrop.io/my/0/item/${id}/edit`

/** @throws PluginRefusal where Raindrop refuses */
function itemIn<Item>(
  reply: OutboundResponse,
  schema: z.ZodType<{ result: boolean; errorMessage: string; item?: Item | undefined }>,
): Item {
  const { result, errorMessage, item } = bodyOf(reply, schema, NAME)
  if (result && item) return item
  throw new PluginRefusal('outside.refused', { service: NAME, status: reply.status, reason: errorMessage })
}

const collectionsOf = (place: string, request: Request): FolderService => ({
  service: NAME,
  place,
  async list() {
    const lists = await Promise.all(['collections', 'collections/childrens'].map((path) => request(path)))
    return lists
      .flatMap((reply) => bodyOf(reply, collections, NAME).items)
      .filter(({ access }) => access === undefined || access.level >= MAY_ADD)
      .map(({ _id: id, title: name }) => ({ id, name }))
  },
  async isThere(id) {
    const reply = await request(`collection/${id}`, { accepts: [403, 404] })
    return reply.status === 200 && bodyOf(reply, answerWithCollection, NAME).result
  },
  async create(title) {
    const reply = await request('collection', { body: { title }, idempotent: true })
    const { _id: id } = itemIn(reply, answerWithCollection)
    return id
  },
})

/** Those that a bookmark does not have yet. @returns its page */
async function addHighlights(
  request: Request,
  id: number,
  passages: readonly { readonly text: string; readonly note: string }[],
): Promise<string> {
  const { highlights } = itemIn(await request(`raindrop/${id}`), answer)
  const missing = passages.filter(({ text }) => !highlights.some((one) => one.text === text))
  if (missing.length > 0)
    itemIn(await request(`raindrop/${id}`, { method: 'PUT', body: { highlights: missing } }), answer)
  return pageOf(id)
}

type Sent = {
  readonly method?: 'POST' | 'PUT'
  readonly body?: object
  readonly idempotent?: boolean
  /** Statuses that are no refusal. */
  readonly accepts?: readonly number[]
}
type Request = Awaited<ReturnType<typeof connectionOf>>['request']

/** By the user's sign-in, else by the token that they entered. */
async function connectionOf({ settings, secret, accessToken, fetch }: Caller) {
  const endpoint = baseAddress(settings['raindropEndpoint'])
  const token = (await accessToken()) || required(secret('raindropToken'), NAME, 'raindropToken')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const request = async (path: string, { method = 'POST', body, idempotent, accepts = [] }: Sent = {}) => {
    const sent = body ? { method, body: JSON.stringify(body), ...(idempotent && { idempotent }) } : {}
    const reply = await fetch(`${endpoint}/rest/v1/${path}`, { headers, ...sent })
    return accepts.includes(reply.status) ? reply : succeeded(reply, NAME)
  }
  return { endpoint, request }
}
