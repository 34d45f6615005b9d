/** A highlight as a note of Anki, whose fields are HTML. */
import type { Highlight } from '../../src/plugin-api/server.ts'

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark).replaceAll('\n', '<br>')

/** @returns what is in front and behind; null for a note on an entry as a whole, which asks nothing */
export function cardOf({ quote, note, entry }: Highlight): readonly [front: string, back: string] | null {
  if (!quote) return null
  const title = escaped(entry.title || entry.url || '')
  const source =
    entry.url && /^https?:/i.test(entry.url) ? `<a href="${escaped(entry.url)}">${title}</a>` : title
  return [escaped(quote.exact), [note ? escaped(note) : '', source].filter(Boolean).join('<br><br>')]
}
