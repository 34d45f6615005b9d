/** The readable text of a page, one line per block. Pure. */
import type { PageSelectors } from '../../../contract/page-address.ts'
import { contentOf, itemsOf, type Page, type PageElement } from './page-document.ts'

const LINES_MAX = 4_000
const LENGTH_MAX = 300_000
const LINE_MAX = 8_000

const split = (names: string) => new Set(names.trim().split(/\s+/))
/** Elements whose text no reader sees as text. */
const DROPPED = split(`
  script style template noscript svg iframe frame object embed applet select textarea head title canvas audio video
  map datalist dialog`)
/** Elements within a line; cells are parts of their row's line. */
const INLINE = split(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q rb rp rt ruby s samp small span
  strike strong sub sup td th time tt u var wbr button`)
/** What surrounds the main text of a page. */
const AROUND = `nav, footer, aside, form, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"],
  [role="complementary"]`
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i

/** @returns the text that `item` selects; the main text where it is empty @throws PageError where nothing matches */
export function textOfPage(page: Page, selectors: PageSelectors): string {
  if (selectors.item !== '') return linesIn(itemsOf(page, selectors), () => false)
  const content = contentOf(page)
  const main = page.document.querySelector('main, [role="main"]') ?? content
  const isAround = (element: PageElement) =>
    element.matches(AROUND) || (element.localName === 'header' && !element.closest('main, article'))
  return linesIn([main], isAround) || linesIn([content], () => false)
}

/** The text of an element, on one line. @param max characters */
export const sampleOf = (element: PageElement, max: number): string =>
  linesIn([element], () => false, max * 2)
    .replaceAll('\n', ' · ')
    .slice(0, max)

function linesIn(
  roots: readonly PageElement[],
  isLeftOut: (element: PageElement) => boolean,
  lengthMax = LENGTH_MAX,
): string {
  const lines: string[] = []
  let [line, length] = ['', 0]
  const isFull = () => lines.length >= LINES_MAX || length > lengthMax
  const endLine = () => {
    const text = line
      .replaceAll(/[\s\0]+/g, ' ')
      .trim()
      .slice(0, LINE_MAX)
      .toWellFormed()
    line = ''
    if (text === '' || isFull()) return
    lines.push(text)
    length += text.length + 1
  }
  const visit = (element: PageElement): void => {
    for (const node of element.childNodes) {
      if (isFull()) return
      if (node.nodeType === 3) line += node.textContent ?? ''
      else if (node.nodeType === 1) visitElement(node as PageElement)
    }
  }
  const visitElement = (element: PageElement): void => {
    const name = element.localName.toLowerCase()
    if (DROPPED.has(name) || isHidden(element) || isLeftOut(element)) return
    const isBlock = !INLINE.has(name)
    if (isBlock) endLine()
    visit(element)
    if (isBlock) endLine()
    else if (name === 'td' || name === 'th') line += ' '
  }
  for (const root of roots) {
    visit(root)
    endLine()
  }
  return lines.join('\n')
}

const isHidden = (element: PageElement): boolean =>
  element.getAttribute('hidden') !== null ||
  element.getAttribute('aria-hidden') === 'true' ||
  HIDDEN.test(element.getAttribute('style') ?? '')
