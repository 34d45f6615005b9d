import { createHmac } from 'node:crypto'
import { bookmarkServer, describedWith, tagsWithoutSpaces } from '../../src/plugin-api/bookmarks.ts'
import { missingIn } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'

const NAME = 'Shaarli'
/** Characters of a description. */
const DESCRIPTION = 50_000

const link = z.object({
  id: z.number(),
  url: z.string(),
  shorturl: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  private: z.boolean(),
})

/** Shaarli's API: 201 is a new link, 409 one that is there; both name it. One that is there gets what has been highlighted since. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages }, caller) {
    const { endpoint, request } = connectionOf(caller)
    const marked = await passages()
    const reply = await request('links', {
      url,
      title,
      description: describedWith(description, marked, DESCRIPTION),
      tags: tagsWithoutSpaces(tags),
    })
    const again = reply.status === 409
    const { id, shorturl, ...there } = bodyOf(again ? reply : succeeded(reply, NAME), link, NAME)
    const missing = missingIn(there.description, marked)
    if (again && missing.length > 0) {
      const more = describedWith(there.description, missing, DESCRIPTION)
      succeeded(await request(`links/${id}`, { ...there, description: more }, 'PUT'), NAME)
    }
    return { url: `${endpoint}/shaare/${encodeURIComponent(shorturl)}`, again }
  },
  check: async (caller) => succeeded(await connectionOf(caller).request('info'), NAME),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['shaarliEndpoint'], NAME, 'shaarliEndpoint'))
  const key = required(secret('shaarliToken'), NAME, 'shaarliToken')
  const request = (
    path: string,
    body?: object,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<OutboundResponse> => {
    const headers = { Authorization: `Bearer ${tokenOf(key)}`, 'Content-Type': 'application/json' }
    const sent = body ? { method, body: JSON.stringify(body), idempotent: true } : {}
    return fetch(`${endpoint}/api/v1/${path}`, { headers, ...sent })
  }
  return { endpoint, request }
}

/** A JSON web token, which Shaarli accepts for some minutes. */
function tokenOf(key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ typ: 'JWT', alg: 'HS512' })}.${part({ iat: Math.floor(Date.now() / 1000) })}`
  return `${signed}.${createHmac('sha512', key).update(signed).digest('base64url')}`
}
