import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
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
  async save({ url, title, description, tags, passages }, caller) {
    const parent = pageIdIn(required(caller.settings['notionPage'], NAME, 'notionPage'))
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
        ...(await passages()).slice(0, MOST_QUOTES).map(({ text, note }) => ({
          object: 'block',
          type: 'quote',
          quote: { rich_text: textOf([text, note].filter(Boolean).join('\n\n')) },
        })),
      ],
    })
    return { url: bodyOf(reply, z.object({ url: z.url() }), NAME).url }
  },
  check: (caller) => connectionOf(caller)('users/me'),
})

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
  return async (path: string, body?: object) => {
    const sent = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {}
    return succeeded(await fetch(`${endpoint}/v1/${path}`, { headers, ...sent }), NAME)
  }
}
