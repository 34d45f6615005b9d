import { bookmarkServer, tagsWithoutSpaces } from '../../src/plugin-api/bookmarks.ts'
import { textOfPassages } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'

const NAME = 'Pinboard'
const DONE = 'done'
/** Characters of a title, as Pinboard accepts it. */
const TITLE = 255

/** Characters of a description: all fields are in one address. */
const EXTENDED = 2000

/** Pinboard's API: every method is a GET request with the token in its query. What is there already is replaced. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages }, caller) {
    const reply = await connectionOf(caller)('posts/add', {
      url,
      description: (title || url).slice(0, TITLE),
      extended: [description, textOfPassages(await passages())]
        .filter(Boolean)
        .join('\n\n')
        .slice(0, EXTENDED),
      tags: tagsWithoutSpaces(tags).join(' '),
      toread: 'yes',
    })
    const { result_code: reason } = bodyOf(reply, z.object({ result_code: z.string() }), NAME)
    if (reason !== DONE)
      throw new PluginRefusal('outside.refused', { service: NAME, status: reply.status, reason })
    return {}
  },
  check: (caller) => connectionOf(caller)('posts/update', {}),
})

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['pinboardEndpoint'])
  const token = required(secret('pinboardToken'), NAME, 'pinboardToken')
  return async (method: string, fields: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ auth_token: token, format: 'json', ...fields })
    return succeeded(await fetch(`${endpoint}/v1/${method}?${query}`, { idempotent: true }), NAME)
  }
}
