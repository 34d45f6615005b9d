import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'ntfy'

/** ntfy's API: a message is published as JSON at the root of the server. */
export default messageServer({
  async send({ title, text, url }, { settings, secret, fetch }) {
    const topic = required(settings['ntfyTopic'], NAME, 'ntfyTopic')
    const token = secret('ntfyToken')
    const reply = await fetch(`${baseAddress(settings['ntfyEndpoint'])}/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ topic, title, message: text, ...(url && { click: url }) }),
    })
    succeeded(reply, NAME)
  },
})
