import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import {
  baseAddress,
  bodyOf,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'

const NAME = 'Wallabag'
/** The name of the stored access token. */
const TOKEN = 'token'

/** Wallabag's API: an address that is there already is updated. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, tags, starred }, caller) {
    const { endpoint, request } = connectionOf(caller)
    const entry = {
      url,
      title,
      tags: tags.map((tag) => tag.replaceAll(',', ' ')).join(','),
      // Without it Wallabag keeps its own star.
      ...(starred && { starred: 1 }),
    }
    const { id } = bodyOf(await request('entries.json', entry), z.object({ id: z.number() }), NAME)
    return { url: `${endpoint}/view/${id}` }
  },
  check: (caller) => connectionOf(caller).newToken(),
})

function connectionOf({ settings, secret, fetch, values }: Caller) {
  const endpoint = baseAddress(required(settings['wallabagEndpoint'], NAME, 'wallabagEndpoint'))
  const client = {
    client_id: required(settings['wallabagClientId'], NAME, 'wallabagClientId'),
    client_secret: required(secret('wallabagClientSecret'), NAME, 'wallabagClientSecret'),
    username: required(settings['wallabagUsername'], NAME, 'wallabagUsername'),
    password: required(secret('wallabagPassword'), NAME, 'wallabagPassword'),
  }
  const newToken = async (): Promise<string> => {
    const reply = await fetch(`${endpoint}/oauth/v2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', ...client }).toString(),
      idempotent: true,
    })
    const granted = bodyOf(succeeded(reply, NAME), z.object({ access_token: z.string() }), NAME)
    await values.set(TOKEN, granted.access_token, { sealed: true })
    return granted.access_token
  }
  const send = (token: string, path: string, body: object): Promise<OutboundResponse> =>
    fetch(`${endpoint}/api/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      idempotent: true,
    })
  const request = async (path: string, body: object): Promise<OutboundResponse> => {
    const stored = await values.get(TOKEN)
    if (typeof stored === 'string') {
      const reply = await send(stored, path, body)
      // The token has expired, or was withdrawn.
      if (reply.status !== 401) return succeeded(reply, NAME)
    }
    return succeeded(await send(await newToken(), path, body), NAME)
  }
  return { endpoint, request, newToken }
}
