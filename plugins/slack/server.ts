import { messageServer } from '../../src/plugin-api/messages.ts'
import { required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Slack'

/** An incoming webhook of Slack: whoever knows its address may write. */
export default messageServer({
  async send({ text }, { secret, fetch }) {
    const reply = await fetch(required(secret('slackWebhook'), NAME, 'slackWebhook'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: escaped(text) }),
    })
    succeeded(reply, NAME)
  },
})

/** Slack reads `<!channel>` and the like as commands; its documentation names these three characters. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
