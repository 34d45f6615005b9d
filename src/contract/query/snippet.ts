/** The part of a text around the words of a query. */
import { soughtTexts, type QueryAst } from './ast.ts'
import { textOfHtml } from './fold-text.ts'

export type Snippet = {
  readonly text: string
  /** Ranges of the query's words in it, from and to. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** A line is shown in a row of a list; a passage by itself. */
export type SnippetSize = 'line' | 'passage'

/** Characters before the first word found, and of the whole. */
const sizes: Readonly<Record<SnippetSize, { readonly before: number; readonly length: number }>> = {
  line: { before: 40, length: 160 },
  passage: { before: 200, length: 900 },
}

/**
 * Words are compared without case only: where the text has them with other accents or widths, there is no snippet.
 * @param html sanitised; the snippet is text, to be rendered as text
 */
export function snippetOf(html: string, { where }: QueryAst, size: SnippetSize = 'line'): Snippet | null {
  const words = soughtTexts(where).map((word) => word.toLowerCase())
  if (words.length === 0) return null
  const text = plainTextOf(html)
  const { before, length } = sizes[size]
  const lower = text.toLowerCase()
  // A few letters are longer in lower case: the indexes would be wrong.
  if (lower.length !== text.length) return null
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
  if (!Number.isFinite(first)) return null
  const start = first <= before ? 0 : wordStart(text, first - before, first)
  const end = Math.min(text.length, start + length)
  const prefix = start > 0 ? '…' : ''
  const ranges = words.flatMap((word) => placesOf(lower, word, start, end))
  const shift = prefix.length - start
  return {
    text: `${prefix}${text.slice(start, end)}`,
    ranges: ranges
      .toSorted(([a], [b]) => a - b)
      .filter(([from], at, all) => at === 0 || from >= (all[at - 1]?.[1] ?? 0))
      .map(([from, to]) => [from + shift, to + shift]),
  }
}

/** The beginning of a text, for where no word is looked for or none is found; null: there is no text. */
export function beginningOf(html: string, size: SnippetSize): Snippet | null {
  const text = plainTextOf(html).slice(0, sizes[size].length)
  return text === '' ? null : { text, ranges: [] }
}

const plainTextOf = (html: string): string => textOfHtml(html).replace(/\s+/g, ' ').trim()

/** The beginning of a word from `from` on, before `before`. */
function wordStart(text: string, from: number, before: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < before ? space + 1 : from
}

function placesOf(
  text: string,
  word: string,
  start: number,
  end: number,
): readonly (readonly [number, number])[] {
  const places: [number, number][] = []
  for (
    let at = text.indexOf(word, start);
    at >= 0 && at + word.length <= end;
    at = text.indexOf(word, at + 1)
  )
    places.push([at, at + word.length])
  return places
}
