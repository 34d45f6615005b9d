import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { missingIn, type Passage } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'

const NAME = 'Notion'
/** The version of Notion's interface that this speaks. */
const VERSION = '2022-06-28'
/** Characters of one text, as Notion accepts it. */
const LONGEST = 2000
/** A request may have a hundred blocks. */
const MOST_QUOTES = 90

/** Notion's API: a page below another one, with a bookmark and what else is known as paragraphs. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages, sentAs }, caller) {
    const parent = pageIdIn(required(caller.settings['notionPage'], NAME, 'notionPage'))
    const marked = await passages()
    const page = await sentAs()
    if (page !== null && (await addQuotes(page, marked, caller)))
      return { url: `https://www.notion.so/${page.replaceAll('-', '')}`, again: true }
    const paragraphs = [description, tags.map((tag) => `#${tag}`).join(' ')].filter((text) => text !== '')
    const reply = await connectionOf(caller)('pages', {
      parent: { page_id: parent },
      properties: { title: { title: textOf(title || url) } },
      children: [
        { object: 'block', type: 'bookmark', bookmark: { url } },
        ...paragraphs.map((text) => ({
          object: 'block',
          type: 'paragraph',
          paragraph: { rich_text: textOf(text) },
        })),
        ...marked.slice(0, MOST_QUOTES).map(quoteOf),
      ],
    })
    return bodyOf(succeeded(reply, NAME), z.object({ id: z.string(), url: z.url() }), NAME)
  },
  check: async (caller) => succeeded(await connectionOf(caller)('users/me'), NAME),
})

const quoteOf = ({ text, note }: Passage) => ({
  object: 'block',
  type: 'quote',
  quote: { rich_text: textOf([text, note].filter(Boolean).join('\n\n')) },
})

const blocks = z.object({
  results: z.array(
    z.object({
      quote: z.object({ rich_text: z.array(z.object({ plain_text: z.string() })) }).optional(),
    }),
  ),
})

/** Adds what the first blocks of a page do not quote. @returns false where the page is gone */
async function addQuotes(page: string, marked: readonly Passage[], caller: Caller): Promise<boolean> {
  const request = connectionOf(caller)
  const path = `blocks/${encodeURIComponent(page)}/children`
  const there = await request(`${path}?page_size=100`)
  if (isGone(there)) return false
  const { results } = bodyOf(succeeded(there, NAME), blocks, NAME)
  const quoted = results.flatMap(({ quote }) => quote?.rich_text ?? []).map(({ plain_text: text }) => text)
  const children = missingIn(quoted.join('\n'), marked).slice(0, MOST_QUOTES).map(quoteOf)
  if (children.length === 0) return true
  const added = await request(path, { children }, 'PATCH')
  if (isGone(added)) return false
  succeeded(added, NAME)
  return true
}

/** Deleted, or in the trash, of which Notion says that it cannot be edited. */
const isGone = ({ status }: OutboundResponse): boolean => status === 404 || status === 400

const textOf = (content: string) => [{ type: 'text', text: { content: content.slice(0, LONGEST) } }]

/** The id at the end of a page's address, or the id itself. @throws PluginRefusal where there is none */
function pageIdIn(page: string): string {
  const [id] = page.replaceAll('-', '').match(/[\da-f]{32}(?![\da-f])/i) ?? []
  if (id === undefined) throw new PluginRefusal('noPage')
  return id
}

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['notionEndpoint'])
  const headers = {
    Authorization: `Bearer ${required(secret('notionToken'), NAME, 'notionToken')}`,
    'Notion-Version': VERSION,
    'Content-Type': 'application/json',
  }
  return (path: string, body?: object, method: 'POST' | 'PATCH' = 'POST') => {
    const sent = body ? { method, body: JSON.stringify(body) } : {}
    return fetch(`${endpoint}/v1/${path}`, { headers, ...sent })
  }
}
