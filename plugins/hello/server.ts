import {
  baseAddress,
  defineServer,
  required,
  succeeded,
  webAddressOf,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Hello'
const LONG_MINUTES = 2

export default defineServer(({ answer, job, action, condition, log }) => {
  answer(calls.greet, async (_, { settings }) => ({
    key: 'greeting',
    values: { name: String(settings['name']) },
  }))
  answer(calls.save, async ({ entryId }, { settings, entry, fetch }) => {
    const endpoint = baseAddress(required(settings['helloEndpoint'], SERVICE, 'helloEndpoint'))
    const stored = await entry(entryId)
    const { title } = stored.entry
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, url: webAddressOf(stored.entry, SERVICE) }),
    })
    succeeded(reply, SERVICE)
    return {}
  })
  job('wave', async ({ settings }) => log(`${String(settings['name'])} waves`))
  action('star-long', async ({ entryId }, { entry }) =>
    readingMinutes(textOf(await entry(entryId))) >= LONG_MINUTES ? { starred: true } : {},
  )
  action('star-mentioning', async ({ entryId, operand }, { entry }) => {
    const stored = await entry(entryId)
    const text = `${stored.entry.title ?? ''} ${textOf(stored)}`.toLowerCase()
    return text.includes(String(operand).toLowerCase()) ? { starred: true } : {}
  })
  condition('reading-time', async ({ entries, operand }) =>
    entries.map(({ text }) => readingMinutes(text) >= Number(operand)),
  )
})

const textOf = ({ entry }: Awaited<ReturnType<Caller['entry']>>): string =>
  (entry.content ?? '').replace(/<[^>]*>/g, ' ')

/** As people read for pleasure, in a minute. */
const WORDS = 220
const CHARACTERS = 500

/** Scripts that write without spaces between words, and Korean. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** How long a plain text takes to read, in minutes. */
export function readingMinutes(text: string): number {
  const characters = text.match(ideographs)?.length ?? 0
  const words = text.replace(ideographs, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
  return words / WORDS + characters / CHARACTERS
}
