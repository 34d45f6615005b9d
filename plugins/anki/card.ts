/** A highlight as a note of Anki, whose fields are HTML. */
import { escapedXml } from '../../src/plugin-api/epub.ts'
import type { Highlight } from '../../src/plugin-api/server.ts'

const escaped = (text: string): string => escapedXml(text).replaceAll('\n', '<br>')

/** @returns what is in front and behind; null for a note on an entry as a whole, which asks nothing */
export function cardOf({ quote, note, entry }: Highlight): readonly [front: string, back: string] | null {
  if (!quote) return null
  const title = escaped(entry.title || entry.url || '')
  const source =
    entry.url && /^https?:/i.test(entry.url) ? `<a href="${escaped(entry.url)}">${title}</a>` : title
  return [escaped(quote.exact), [note ? escaped(note) : '', source].filter(Boolean).join('<br><br>')]
}
