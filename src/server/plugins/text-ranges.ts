/** Where quotations stand in HTML, as the XPath of an element and an offset in its text: services mark highlights by such places. */
import { foldedQuotation, isUnseen, placeOfQuotation, seenQuotation } from '../../core/quotations.ts'
import type { TextPoint, TextRange, TextRangesInput } from '../../plugin-api/server.ts'
import { parseMarkup } from '../parsing/markup.ts'

type Open = {
  readonly name: string
  readonly path: string
  /** Of the children that were opened so far, by name. */
  readonly counts: Map<string, number>
  /** Length of the text so far, in UTF-16 code units and in characters. */
  units: number
  characters: number
  /** No tag of it stands in the markup: browsers add it. */
  readonly isImplied: boolean
}
type TextNode = {
  readonly text: string
  readonly element: Open
  readonly units: number
  readonly characters: number
}

/** What is in a table beside its rows. */
const PARTS_OF_TABLE = new Set(['thead', 'tbody', 'tfoot', 'caption', 'colgroup'])
/** A line end after their start tag is not part of their text. */
const WITHOUT_FIRST_LINE_END = new Set(['pre', 'listing', 'textarea'])
/** Places of one quotation that are compared, and characters before and after it. */
const MAX_PLACES = 1000
const CONTEXT = 64

/** For each quotation its range; null where its text is not there. Of several places the one whose surroundings fit best. */
export function textRanges({ html, quotes, transparent }: TextRangesInput): readonly (TextRange | null)[] {
  const nodes = textNodesOf(html, transparent)
  const places: { readonly node: TextNode; readonly at: number }[] = []
  let text = ''
  for (const node of nodes)
    for (let at = 0; at < node.text.length; at += 1) {
      const unit = node.text[at] ?? ''
      if (isUnseen(unit)) continue
      text += unit
      places.push({ node, at })
    }
  text = foldedQuotation(text)
  return quotes.map((quote) => {
    const exact = seenQuotation(quote.exact)
    const prefix = seenQuotation(quote.prefix).slice(-CONTEXT)
    const suffix = seenQuotation(quote.suffix).slice(0, CONTEXT)
    const from = placeOfQuotation(text, { exact, prefix, suffix }, { maxPlaces: MAX_PLACES })
    const [start, end] = [places[from], places[from + exact.length - 1]]
    return start && end ? { start: pointAt(start.node, start.at), end: pointAt(end.node, end.at + 1) } : null
  })
}

const pointAt = ({ text, element, units, characters }: TextNode, at: number): TextPoint => ({
  path: element.path,
  offset: units + at,
  characters: characters + lengthOf(text.slice(0, at)),
})

function textNodesOf(html: string, transparent?: string): readonly TextNode[] {
  const opened = (name: string, path: string, isImplied = false): Open => ({
    name,
    path,
    counts: new Map(),
    units: 0,
    characters: 0,
    isImplied,
  })
  const nodes: TextNode[] = []
  const stack: Open[] = [opened('', '')]
  const top = (): Open => stack.at(-1) ?? opened('', '')
  const container = (): Open => stack.findLast(({ name }) => name !== transparent) ?? top()
  const open = (name: string, isImplied = false): void => {
    const parent = container()
    if (name === transparent) return void stack.push(opened(name, parent.path))
    const number = (parent.counts.get(name) ?? 0) + 1
    parent.counts.set(name, number)
    stack.push(opened(name, `${parent.path === '' ? '' : `${parent.path}/`}${name}[${number}]`, isImplied))
  }
  parseMarkup(
    html,
    {
      onopentag(name) {
        if (top().isImplied && PARTS_OF_TABLE.has(name)) stack.pop()
        if (name === 'tr' && top().name === 'table') open('tbody', true)
        open(name)
      },
      onclosetag() {
        if (top().isImplied) stack.pop()
        if (stack.length > 1) stack.pop()
      },
      ontext(read) {
        const { name, units: before } = top()
        const text = before === 0 && WITHOUT_FIRST_LINE_END.has(name) ? read.replace(/^\n/, '') : read
        const element = container()
        const { units, characters } = element
        nodes.push({ text, element, units, characters })
        const added = lengthOf(text)
        for (const one of stack) {
          one.units += text.length
          one.characters += added
        }
      },
    },
    { decodeEntities: true },
  )
  return nodes
}

/** In characters. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
