import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'

const NAME = 'Raindrop'
const answer = z.object({
  result: z.boolean(),
  errorMessage: z.string().default(''),
  item: z.object({ _id: z.number() }).optional(),
})

/** Raindrop's API: refusals come as success with `result: false`. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, starred }, caller) {
    const raindrop = { link: url, title, excerpt: description, tags, ...(starred && { important: true }) }
    const reply = await (await connectionOf(caller))('raindrop', raindrop)
    const { result, errorMessage, item } = bodyOf(reply, answer, NAME)
    if (!result || !item)
      throw new PluginRefusal('outside.refused', {
        service: NAME,
        status: reply.status,
        reason: errorMessage,
      })
    const { _id: id } = item
    return { url: `https://app.raindrop.io/my/0/item/${id}/edit` }
  },
  check: async (caller) => (await connectionOf(caller))('user'),
})

/** By the user's sign-in, else by the token that they entered. */
async function connectionOf({ settings, secret, accessToken, fetch }: Caller) {
  const endpoint = baseAddress(settings['raindropEndpoint'])
  const token = (await accessToken()) || required(secret('raindropToken'), NAME, 'raindropToken')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async (path: string, body?: object) => {
    const sent = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {}
    return succeeded(await fetch(`${endpoint}/rest/v1/${path}`, { headers, ...sent }), NAME)
  }
}
