import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Apprise'

/** The API of Apprise: a key names the services that a message goes to. */
export default messageServer({
  async send({ title, text }, { settings, secret, fetch }) {
    const endpoint = baseAddress(required(settings['appriseEndpoint'], NAME, 'appriseEndpoint'))
    const key = required(secret('appriseKey'), NAME, 'appriseKey')
    const reply = await fetch(`${endpoint}/notify/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, body: text }),
    })
    succeeded(reply, NAME)
  },
})
