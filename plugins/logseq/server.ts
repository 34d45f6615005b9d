import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { markdownOfPassages, missingIn } from '../../src/plugin-api/passages.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Logseq'
/** null where there is none, or it could not be made. */
const something = z.object({}).loose().nullable()

/** Logseq's HTTP API: each request calls a method of its plugin API. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, passages, sentAs }, caller) {
    const call = connectionOf(caller)
    const marked = await passages()
    const sent = await sentAs()
    const there = sent === null ? null : await call('getBlock', sent, { includeChildren: true })
    if (sent !== null && there !== null) {
      for (const passage of missingIn(textIn(there), marked))
        await call('insertBlock', sent, markdownOfPassages([passage]), { sibling: false })
      return { again: true }
    }
    const page = String(caller.settings['logseqPage'])
    if ((await call('getPage', page)) === null) await call('createPage', page, {}, { redirect: false })
    const quotations = markdownOfPassages(marked)
    const block = [blockOf(url, title, description, tags), quotations].filter(Boolean).join('\n')
    const appended = await call('appendBlockInPage', page, block)
    const uuid = appended?.['uuid']
    return typeof uuid === 'string' ? { id: uuid } : {}
  },
  check: (caller) => connectionOf(caller)('getPage', String(caller.settings['logseqPage'])),
})

/** Of a block with those below it. */
function textIn(block: unknown): string {
  const { data } = blockWithChildren.safeParse(block)
  return data ? [data.content ?? '', ...data.children.map(textIn)].join('\n') : ''
}
const blockWithChildren = z.object({
  content: z.string().optional(),
  children: z.array(z.unknown()).default([]),
})

/** A link in Markdown, labels as tags, and the summary below. */
function blockOf(url: string, title: string, description: string, tags: readonly string[]): string {
  const link = `[${inLine(title || url).replaceAll(/[[\]]/g, ' ')}](${url})`
  const labels = tags.map((tag) => `#[[${tag.replaceAll(/[[\]]/g, ' ').trim()}]]`)
  return [[link, ...labels].join(' '), inLine(description)].filter(Boolean).join('\n')
}

const inLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['logseqEndpoint'])
  const token = required(secret('logseqToken'), NAME, 'logseqToken')
  return async (method: string, ...args: readonly unknown[]) => {
    const reply = await fetch(`${endpoint}/api`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ method: `logseq.Editor.${method}`, args }),
      idempotent: method !== 'appendBlockInPage' && method !== 'insertBlock',
    })
    return bodyOf(succeeded(reply, NAME), something, NAME)
  }
}
