/**
 * Where quotations stand in rendered content, and the quotation of a range: a TextQuoteSelector with a position as a hint (Web
 * Annotation data model). Texts are compared with each run of spaces as one, so that markup and line breaks do not matter.
 */
import type { TextPosition, TextQuote } from '../../contract/highlights.ts'
import { foldedQuotation, placeOfQuotation } from '../../core/quotations.ts'
import { ADDED_CONTENT } from './added-content.ts'

export type Anchor = { readonly quote: TextQuote; readonly position: TextPosition | null }

/** Characters of text that a quotation has before and after it. */
const CONTEXT = 32
/** What begins another line: words on both sides of it are not one word. */
const SEPARATE =
  'p,li,h1,h2,h3,h4,h5,h6,pre,blockquote,td,th,dt,dd,figcaption,div,section,summary,article,header,br,hr,tr'
const TRANSLATION = '.entry-translation'

/** The text of content, and where each of its characters stands. */
export type AnchorText = {
  readonly text: string
  /** The text as it is compared, of the same length. */
  readonly folded: string
  readonly nodes: readonly (Text | null)[]
  readonly offsets: readonly number[]
}

/** @param withTranslations false: the original's text alone, also where translations stand below its blocks */
export function anchorText(root: Element, withTranslations: boolean): AnchorText {
  const left = withTranslations ? ADDED_CONTENT : `${ADDED_CONTENT},${TRANSLATION}`
  let text = ''
  const nodes: (Text | null)[] = []
  const offsets: number[] = []
  const add = (character: string, node: Text | null, offset: number) => {
    const isSpace = /\s/u.test(character)
    if (isSpace && (text === '' || text.endsWith(' '))) return
    text += isSpace ? ' ' : character
    nodes.push(node)
    offsets.push(offset)
  }
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      for (let offset = 0; offset < node.data.length; offset += 1) add(node.data[offset] ?? '', node, offset)
      return
    }
    if (!(node instanceof Element) || node.matches(left)) return
    const isSeparate = node !== root && node.matches(SEPARATE)
    if (isSeparate) add(' ', null, 0)
    for (const child of node.childNodes) visit(child)
    if (isSeparate) add(' ', null, 0)
  }
  visit(root)
  return { text, folded: foldedQuotation(text), nodes, offsets }
}

/** The range of a quotation; null where the text is not there. Of several places the one whose surroundings fit best. */
export function rangeOfAnchor(content: AnchorText, { quote, position }: Anchor): Range | null {
  const folded = (text: string): string => foldedQuotation(spaced(text))
  const exact = folded(quote.exact).trim()
  const at = placeOfQuotation(
    content.folded,
    { exact, prefix: folded(quote.prefix), suffix: folded(quote.suffix) },
    { near: position?.start ?? 0 },
  )
  return at === -1 ? null : rangeBetween(content, at, at + exact.length)
}

function rangeBetween({ nodes, offsets }: AnchorText, from: number, to: number): Range | null {
  let [first, last] = [from, to - 1]
  while (first <= last && !nodes[first]) first += 1
  while (last >= first && !nodes[last]) last -= 1
  const [start, end] = [nodes[first], nodes[last]]
  if (!start || !end) return null
  const range = document.createRange()
  range.setStart(start, offsets[first] ?? 0)
  range.setEnd(end, (offsets[last] ?? 0) + 1)
  return range
}

/** The quotation of a selected range; null where it has no text of the content. */
export function anchorOfRange(content: AnchorText, range: Range): Anchor | null {
  let [from, to] = [-1, -1]
  for (const [at, node] of content.nodes.entries()) {
    if (!node) continue
    const offset = content.offsets[at] ?? 0
    // A character belongs to the range when it begins in it, and ends before its end.
    if (range.comparePoint(node, offset) < 0) continue
    if (range.comparePoint(node, offset + 1) > 0) break
    if (from === -1) from = at
    to = at + 1
  }
  return from === -1 ? null : anchorAt(content.text, from, to)
}

/** The quotation of the first place of a text; null where it is not there. */
export function anchorOfText(content: AnchorText, text: string): Anchor | null {
  const exact = spaced(text).trim()
  const at = exact === '' ? -1 : content.text.indexOf(exact)
  return at === -1 ? null : anchorAt(content.text, at, at + exact.length)
}

function anchorAt(text: string, from: number, to: number): Anchor | null {
  const quoted = text.slice(from, to)
  const exact = quoted.trim()
  if (exact === '') return null
  const start = from + quoted.length - quoted.trimStart().length
  const end = start + exact.length
  return {
    quote: {
      exact,
      prefix: text.slice(Math.max(0, start - CONTEXT), start).toWellFormed(),
      suffix: text.slice(end, end + CONTEXT).toWellFormed(),
    },
    position: { start, end },
  }
}

const spaced = (text: string): string => text.replaceAll(/\s+/gu, ' ')
