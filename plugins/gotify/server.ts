import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Gotify'

/** Gotify's API: the token of an app is a header of its own. */
export default messageServer({
  async send({ title, text, url }, { settings, secret, fetch }) {
    const endpoint = baseAddress(required(settings['gotifyEndpoint'], NAME, 'gotifyEndpoint'))
    const token = required(secret('gotifyToken'), NAME, 'gotifyToken')
    const opens = url && { extras: { 'client::notification': { click: { url } } } }
    const reply = await fetch(`${endpoint}/message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Gotify-Key': token },
      body: JSON.stringify({ title, message: text, ...opens }),
    })
    succeeded(reply, NAME)
  },
})
