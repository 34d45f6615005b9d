/** The structure of a page to select on: elements of a short list without the page's attributes, and text. Pure. */
import { escapeAttribute } from '../../../core/escape-markup.ts'
import { contentOf, type Page, type PageElement } from './page-document.ts'

/** Characters of the whole, and of one text. */
const LENGTH_MAX = 400_000
const TEXT_MAX = 300
const DEPTH_MAX = 200

const split = (names: string) => new Set(names.trim().split(/\s+/))
const DROPPED = split(`
  script style template noscript svg math iframe frame object embed applet select input textarea option link meta
  base title head canvas audio video map area source track param`)
/** Elements that are kept; every other one becomes `div`, or `span` within a line. */
const BLOCKS = split(`
  div section article header footer nav main aside ul ol li dl dt dd h1 h2 h3 h4 h5 h6 p blockquote pre figure
  figcaption table thead tbody tfoot tr td th hr address`)
const INLINE = split('span a b strong em i small code time mark sub sup abbr cite q u s br')

/** The numbers of the candidates that an element belongs to, and its number among the parts. */
type Marks = Readonly<Record<'candidates' | 'parts', ReadonlyMap<PageElement, readonly number[]>>>

export function outlineOf(page: Page, marks: Marks): string {
  const parts: string[] = []
  let length = 0
  const write = (text: string) => {
    parts.push(text)
    length += text.length
  }
  const visit = (element: PageElement, depth: number): void => {
    for (const child of element.childNodes) {
      if (length > LENGTH_MAX) return
      if (child.nodeType === 3) write(escapeAttribute(textOf(child.textContent ?? '')))
      else if (child.nodeType === 1) visitElement(child as PageElement, depth)
    }
  }
  const visitElement = (element: PageElement, depth: number): void => {
    const name = element.localName.toLowerCase()
    if (DROPPED.has(name) || depth > DEPTH_MAX) return
    const attributes = attributesOf(element, marks)
    if (name === 'img') return write(pictureOf(element, attributes))
    const tag = BLOCKS.has(name) || INLINE.has(name) ? name : isInline(name) ? 'span' : 'div'
    if (tag === 'br' || tag === 'hr') return write(`<${tag}>`)
    const at = parts.length
    write(`<${tag}${attributes}>`)
    visit(element, depth + 1)
    const isEmpty = parts.length === at + 1 || parts.slice(at + 1).every((part) => part.trim() === '')
    // Neither visible nor selectable.
    if (isEmpty && attributes === '') parts.length = at
    else write(`</${tag}>`)
  }
  visit(contentOf(page), 0)
  return parts.join('')
}

const isInline = (name: string): boolean =>
  ['font', 'label', 'button', 'kbd', 'data', 'del', 'ins'].includes(name)

const attributesOf = (element: PageElement, { candidates, parts }: Marks): string =>
  attributeOf('data-candidates', candidates.get(element)) + attributeOf('data-parts', parts.get(element))
const attributeOf = (name: string, numbers: readonly number[] | undefined): string =>
  numbers ? ` ${name}="${numbers.join(' ')}"` : ''

/** Pictures are not loaded but replaced by their text. */
const pictureOf = (element: PageElement, attribute: string): string =>
  `<span data-picture=""${attribute}>${escapeAttribute(textOf(element.getAttribute('alt') ?? '')) || '▢'}</span>`

function textOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}…` : line
}
