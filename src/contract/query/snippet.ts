/** The part of a text that says what a query looks for. */
import { soughtTexts, type QueryAst } from './ast.ts'
import { textOfHtml } from './fold-text.ts'

export type Snippet = {
  readonly text: string
  /** Where the words of the query stand in it, from and to. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
}

/** Characters before the first word found, and of the whole. */
const BEFORE = 40
const LENGTH = 160

/**
 * Words are compared without case only: where the text has them with other accents or widths, there is no snippet.
 * @param html sanitised; the snippet is text, to be rendered as text
 */
export function snippetOf(html: string, { where }: QueryAst): Snippet | null {
  const words = soughtTexts(where).map((word) => word.toLowerCase())
  if (words.length === 0) return null
  const text = textOfHtml(html).replace(/\s+/g, ' ').trim()
  const lower = text.toLowerCase()
  // A few letters are longer in lower case; the places would not be those of the text.
  if (lower.length !== text.length) return null
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
  if (!Number.isFinite(first)) return null
  const start = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first)
  const end = Math.min(text.length, start + LENGTH)
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
