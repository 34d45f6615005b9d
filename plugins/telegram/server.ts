import { messageServer } from '../../src/plugin-api/messages.ts'
import { baseAddress, required, succeeded } from '../../src/plugin-api/server.ts'

const NAME = 'Telegram'
/** Characters of a message, as Telegram accepts it. */
const LONGEST = 4096

/** Telegram's Bot API: the token is a part of the address. */
export default messageServer({
  async send({ text }, { settings, secret, fetch }) {
    const token = required(secret('telegramToken'), NAME, 'telegramToken')
    const chat = required(settings['telegramChat'], NAME, 'telegramChat')
    const reply = await fetch(`${baseAddress(settings['telegramEndpoint'])}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chat_id: chat, text: text.slice(0, LONGEST) }),
    })
    succeeded(reply, NAME)
  },
})
