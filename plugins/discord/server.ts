import { messageServer } from '../../src/plugin-api/messages.ts'
import { required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Discord'
/** Characters of a message, as Discord accepts it. */
const LONGEST = 2000

/** A webhook of Discord: whoever knows its address may write. Nobody is mentioned by what a feed contains. */
export default messageServer({
  async send({ text }, { secret, fetch }) {
    const reply = await fetch(required(secret('discordWebhook'), NAME, 'discordWebhook'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: text.slice(0, LONGEST), allowed_mentions: { parse: [] } }),
    })
    succeeded(reply, NAME)
  },
})
