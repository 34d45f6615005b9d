/** Converts formulas that MathJax 3 has rendered, with letters from style sheets, back to MathML. */
import { escapeMarkup } from '../../../core/escape-markup.ts'
import { toTree, type Element, type Node } from '../sanitise/tree.ts'

const CONTAINER = /<mjx-container\b([^>]*)>([\s\S]*?)<\/mjx-container\s*>/gi
/** Characters of one formula; a longer one is unchanged. */
const LONGEST = 200_000

/** @returns the text with MathML where a rendered formula has none */
export const withoutRendering = (html: string): string =>
  /<mjx-c\b/i.test(html)
    ? html.replace(CONTAINER, (whole, attributes: string, inner: string) => {
        if (inner.length > LONGEST || /<math\b/i.test(inner)) return whole
        const content = contentOf(toTree(inner))
        if (content === '') return whole
        return `<math${/\bdisplay=(["'])true\1/.test(attributes) ? ' display="block"' : ''}>${content}</math>`
      })
    : html

const TEXTS = new Set(['mi', 'mo', 'mn', 'mtext', 'ms'])
/** Elements for space or lines. */
const SILENT = new Set(['nstrut', 'dstrut', 'tstrut', 'surd', 'line', 'spacer', 'mspace', 'mphantom'])

const nameOf = ({ name }: Element): string => name.replace(/^mjx-/, '')
const elementsOf = (nodes: readonly Node[]): Element[] => nodes.filter((node) => typeof node !== 'string')
const contentOf = (nodes: readonly Node[]): string => elementsOf(nodes).map(mathMlOf).join('')
/** One argument of a formula. */
const row = (nodes: readonly Node[]): string => `<mrow>${contentOf(nodes)}</mrow>`

function mathMlOf(element: Element): string {
  const name = nameOf(element)
  if (SILENT.has(name)) return ''
  if (TEXTS.has(name)) return `<${name}>${escapeMarkup(lettersOf(element))}</${name}>`
  switch (name) {
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
      return scripts(name, element)
    case 'mfrac':
      return `<mfrac>${row(partOf(element, 'num'))}${row(partOf(element, 'den'))}</mfrac>`
    case 'msqrt':
      return `<msqrt>${contentOf(partOf(element, 'box'))}</msqrt>`
    case 'mroot':
      return `<mroot>${row(partOf(element, 'box'))}${row(partOf(element, 'root'))}</mroot>`
    case 'mtable':
    case 'mtr':
    case 'mtd':
      return `<${name}>${contentOf(element.children)}</${name}>`
    default:
      return contentOf(element.children)
  }
}

/** At the base, the superscript comes before the subscript; else each is named. */
function scripts(name: string, element: Element): string {
  const children = elementsOf(element.children)
  const script = children.find((child) => nameOf(child) === 'script')
  if (!script) {
    const parts = ['base', 'under', 'over']
      .map((part) => partOf(element, part))
      .filter(({ length }) => length > 0)
    return parts.length < 2 ? contentOf(children) : `<${name}>${parts.map(row).join('')}</${name}>`
  }
  const base = children.filter((child) => child !== script)
  const inside = elementsOf(script.children)
  const gap = inside.findIndex((child) => nameOf(child) === 'spacer')
  if (gap !== -1)
    return `<msubsup>${row(base)}${row(inside.slice(gap + 1))}${row(inside.slice(0, gap))}</msubsup>`
  const beside = name === 'msup' || name === 'mover' ? 'msup' : 'msub'
  return `<${beside}>${row(base)}${row(inside)}</${beside}>`
}

/** The content of the first element of a name, at any depth. */
function partOf(element: Element, name: string): readonly Node[] {
  for (const child of elementsOf(element.children)) {
    if (nameOf(child) === name) return child.children
    const found = partOf(child, name)
    if (found.length > 0) return found
  }
  return []
}

/** A letter is named in the class of its element: `mjx-c1D465` is an italic x. */
function lettersOf(element: Element): string {
  const [, code] = /(?:^|\s)mjx-c([0-9A-F]{2,6})(?:\s|$)/.exec(element.attributes['class'] ?? '') ?? []
  const point = Number.parseInt(code ?? '', 16)
  // MathML decides which letters are italic or bold.
  if (point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff))
    return String.fromCodePoint(point).normalize('NFKC')
  return element.children.map((node) => (typeof node === 'string' ? node : lettersOf(node))).join('')
}
