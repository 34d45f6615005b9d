import { createHash } from 'node:crypto'
import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Mastodon'
/** Characters of a post, as a server accepts it that is not set up otherwise. */
const LONGEST = 500

/** Mastodon's API: what is sent again with the same key is posted once. */
export default messageServer({
  async send({ text, key }, caller) {
    const { endpoint, headers } = await connectionOf(caller)
    const reply = await caller.fetch(`${endpoint}/api/v1/statuses`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Idempotency-Key': createHash('sha256').update(key).digest('hex'),
      },
      body: JSON.stringify({
        status: [...text].slice(0, LONGEST).join(''),
        visibility: caller.settings['mastodonVisibility'],
      }),
      idempotent: true,
    })
    succeeded(reply, NAME)
  },
  async check(caller) {
    const { endpoint, headers } = await connectionOf(caller)
    succeeded(await caller.fetch(`${endpoint}/api/v1/accounts/verify_credentials`, { headers }), NAME)
  },
})

/** By the user's sign-in, else by the token that they entered. */
async function connectionOf({ settings, secret, accessToken }: Caller) {
  const endpoint = baseAddress(required(settings['mastodonEndpoint'], NAME, 'mastodonEndpoint'))
  const token = (await accessToken()) || required(secret('mastodonToken'), NAME, 'mastodonToken')
  return { endpoint, headers: { Authorization: `Bearer ${token}` } }
}
