import { createHash } from 'node:crypto'
import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Matrix'

/** The client-server API of Matrix: a message with the same transaction is sent once. */
export default messageServer({
  async send({ text, key }, { settings, secret, fetch }) {
    const endpoint = baseAddress(required(settings['matrixEndpoint'], NAME, 'matrixEndpoint'))
    const room = required(settings['matrixRoom'], NAME, 'matrixRoom')
    const token = required(secret('matrixToken'), NAME, 'matrixToken')
    const transaction = createHash('sha256').update(`${room} ${key}`).digest('hex')
    const path = `rooms/${encodeURIComponent(room)}/send/m.room.message/${transaction}`
    const reply = await fetch(`${endpoint}/_matrix/client/v3/${path}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ msgtype: 'm.text', body: text }),
      idempotent: true,
    })
    succeeded(reply, NAME)
  },
})
