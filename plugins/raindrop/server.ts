import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
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
import type { Passage } from '../../src/plugin-api/passages.ts'

const NAME = 'Raindrop'
const answer = z.object({
  result: z.boolean(),
  errorMessage: z.string().default(''),
  item: z
    .object({ _id: z.number(), highlights: z.array(z.object({ text: z.string() })).default([]) })
    .optional(),
})
const known = z.object({ ids: z.array(z.number()).default([]) })

/** Raindrop's API: refusals come as success with `result: false`. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, starred, passages }, caller) {
    const request = await connectionOf(caller)
    const highlights = (await passages()).filter(({ text }) => text !== '')
    if (highlights.length > 0) {
      const [there] = bodyOf(await request('import/url/exists', { body: { urls: [url] } }), known, NAME).ids
      if (there !== undefined) return { url: await addHighlights(request, there, highlights), again: true }
    }
    const raindrop = {
      link: url,
      title,
      excerpt: description,
      tags,
      ...(starred && { important: true }),
      ...(highlights.length > 0 && { highlights }),
    }
    const { _id: id } = itemIn(await request('raindrop', { body: raindrop }))
    return { url: pageOf(id) }
  },
  check: async (caller) => (await connectionOf(caller))('user'),
})

const pageOf = (id: number): string => `https://app.raindrop.io/my/0/item/${id}/edit`

/** @throws PluginRefusal where Raindrop refuses */
function itemIn(reply: OutboundResponse) {
  const { result, errorMessage, item } = bodyOf(reply, answer, NAME)
  if (result && item) return item
  throw new PluginRefusal('outside.refused', { service: NAME, status: reply.status, reason: errorMessage })
}

/** Those that a bookmark does not have yet. @returns its page */
async function addHighlights(
  request: Awaited<ReturnType<typeof connectionOf>>,
  id: number,
  passages: readonly Passage[],
): Promise<string> {
  const { highlights } = itemIn(await request(`raindrop/${id}`))
  const missing = passages.filter(({ text }) => !highlights.some((one) => one.text === text))
  if (missing.length > 0)
    itemIn(await request(`raindrop/${id}`, { method: 'PUT', body: { highlights: missing } }))
  return pageOf(id)
}

type Sent = { readonly method?: 'POST' | 'PUT'; readonly body?: object }

/** By the user's sign-in, else by the token that they entered. */
async function connectionOf({ settings, secret, accessToken, fetch }: Caller) {
  const endpoint = baseAddress(settings['raindropEndpoint'])
  const token = (await accessToken()) || required(secret('raindropToken'), NAME, 'raindropToken')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async (path: string, { method = 'POST', body }: Sent = {}) => {
    const sent = body ? { method, body: JSON.stringify(body) } : {}
    return succeeded(await fetch(`${endpoint}/rest/v1/${path}`, { headers, ...sent }), NAME)
  }
}
