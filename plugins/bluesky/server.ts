import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Bluesky'
/** Characters of a post, as Bluesky accepts it. */
const LONGEST = 300
const session = z.object({ accessJwt: z.string(), did: z.string() })

/** The AT Protocol: a session of an app password, then a record of the user's repository. */
export default messageServer({
  async send({ title, text, url }, caller) {
    const { accessJwt, did } = await signIn(caller)
    const card = url && {
      embed: {
        $type: 'app.bsky.embed.external',
        external: { uri: url, title: title || url, description: '' },
      },
    }
    const characters = new Intl.Segmenter().segment(text)
    const reply = await caller.fetch(addressOf(caller, 'com.atproto.repo.createRecord'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessJwt}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        repo: did,
        collection: 'app.bsky.feed.post',
        record: {
          $type: 'app.bsky.feed.post',
          text: Array.from(characters, ({ segment }) => segment)
            .slice(0, LONGEST)
            .join(''),
          createdAt: new Date().toISOString(),
          ...card,
        },
      }),
    })
    succeeded(reply, NAME)
  },
  check: signIn,
})

async function signIn(caller: Caller) {
  const identifier = required(caller.settings['blueskyHandle'], NAME, 'blueskyHandle')
  const password = required(caller.secret('blueskyPassword'), NAME, 'blueskyPassword')
  const reply = await caller.fetch(addressOf(caller, 'com.atproto.server.createSession'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
    idempotent: true,
  })
  return bodyOf(succeeded(reply, NAME), session, NAME)
}

const addressOf = ({ settings }: Caller, method: string): string =>
  `${baseAddress(settings['blueskyEndpoint'])}/xrpc/${method}`
