import { createHmac } from 'node:crypto'
import { bookmarkServer, describedWith, tagsWithoutSpaces } from '../../src/plugin-api/bookmarks.ts'
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

/** Shaarli's API: 201 is a new link, 409 one that is there; both name it. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages }, caller) {
    const { endpoint, request } = connectionOf(caller)
    const reply = await request('links', {
      url,
      title,
      description: describedWith(description, await passages(), DESCRIPTION),
      tags: tagsWithoutSpaces(tags),
    })
    const again = reply.status === 409
    const { shorturl } = bodyOf(
      again ? reply : succeeded(reply, NAME),
      z.object({ shorturl: z.string() }),
      NAME,
    )
    return { url: `${endpoint}/shaare/${encodeURIComponent(shorturl)}`, again }
  },
  check: async (caller) => succeeded(await connectionOf(caller).request('info'), NAME),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(required(settings['shaarliEndpoint'], NAME, 'shaarliEndpoint'))
  const key = required(secret('shaarliToken'), NAME, 'shaarliToken')
  const request = (path: string, body?: object): Promise<OutboundResponse> => {
    const headers = { Authorization: `Bearer ${tokenOf(key)}`, 'Content-Type': 'application/json' }
    const sent = body ? { method: 'POST' as const, body: JSON.stringify(body), idempotent: true } : {}
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
