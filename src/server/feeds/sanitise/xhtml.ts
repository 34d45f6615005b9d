/** Stored markup as a part of an XHTML document, without anything that loads: for books, which are read without a connection. */
import { escapeAttribute, escapeMarkup, withoutXmlForbidden } from '../../../core/escape-markup.ts'
import { sanitise } from './sanitise.ts'
import { MATHML } from './allowed.ts'
import { toTree, type Attributes, type Element, type Node } from './tree.ts'

const split = (list: string): string[] => list.trim().split(/\s+/)

/** Removed with their content; a picture is replaced by its text. */
const DROPPED = new Set(split('picture source audio video track iframe'))
/** Elements with another name in HTML5. */
const RENAMED: Readonly<Record<string, string>> = {
  acronym: 'abbr',
  big: 'span',
  center: 'div',
  font: 'span',
  main: 'div',
  strike: 's',
  tt: 'code',
}
const VOID = new Set(split('br hr wbr col'))
const MATHEMATICS = new Set(MATHML)
/** Attributes that HTML5 allows on any element, and on some. The reading system sets sizes, colours and alignment. */
const GLOBAL = new Set(split('title lang dir'))
const OWN: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'hreflang'],
  blockquote: ['cite'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  time: ['datetime'],
  data: ['value'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  details: ['open'],
  col: ['span'],
  colgroup: ['span'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope', 'abbr'],
}

/**
 * @param html anything
 * @returns well-formed XML 1.0 with elements of HTML5 and MathML only; links lead to the web
 */
export const toXhtml = (html: string): string => written(withoutMedia(toTree(sanitise(html, null).html)))

function withoutMedia(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node]
    const { alt = '' } = node.attributes
    if (node.name === 'img') return alt.trim() === '' ? [] : [`[${alt.trim()}]`]
    if (node.name === 'picture') return withoutMedia(node.children.filter(isImage))
    if (DROPPED.has(node.name)) return []
    return [{ ...node, children: withoutMedia(node.children) }]
  })
}

const isImage = (node: Node): boolean => typeof node !== 'string' && node.name === 'img'

const written = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? escapeMarkup(withoutXmlForbidden(node)) : element(node)))
    .join('')

function element({ name, attributes, children }: Element): string {
  const tag = RENAMED[name] ?? name
  const start = `<${tag}${attributesOf(tag, attributes)}`
  return VOID.has(tag) ? `${start}/>` : `${start}>${written(children)}</${tag}>`
}

function attributesOf(tag: string, attributes: Attributes): string {
  const namespace = tag === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : ''
  const allowed = Object.entries(attributes).flatMap(([name, value]) => {
    const isKnown = MATHEMATICS.has(tag)
      ? name !== 'style' && name !== 'id'
      : GLOBAL.has(name) || OWN[tag]?.includes(name)
    if (!isKnown || (name === 'href' && !isLink(value))) return []
    return [` ${name}="${escapeAttribute(withoutXmlForbidden(value))}"`]
  })
  return namespace + allowed.join('')
}

/** Links within the entry became absolute when it was stored. */
const isLink = (href: string): boolean => /^(https?|mailto):/i.test(href) && URL.canParse(href)
