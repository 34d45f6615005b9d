/** Elements with entries, and elements with text only: by these a lenient parser detects missing closing tags. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const ENTRIES = words('item entry atom:entry')

/** Elements without feed elements inside. */
export const TEXT_ONLY = words(`
  title atom:title link guid pubdate id updated published modified issued created comments category language ttl
  copyright generator docs managingeditor webmaster lastbuilddate atom:id atom:updated atom:published
  dc:title dc:date dc:creator dc:subject dc:language dc:identifier itunes:author itunes:duration itunes:explicit`)

/** Elements that are always fields of an entry or feed, so that they end a text element. */
export const FIELDS = words(`
  item entry title link guid pubdate description content:encoded id updated published summary content comments category
  enclosure author dc:creator dc:date dc:subject itunes:author itunes:duration itunes:summary channel image`)

/** Documents inside documents: their entries are not the feed's. */
export const FOREIGN = words('content atom:content source atom:source')

/** Elements of an XML document under the canonical names of their namespaces, in lower case. */
export type Element = {
  /** `title`, `dc:creator`, `media:content`: with the canonical prefix of its namespace, whatever the document's own. */
  readonly name: string
  /** Without a prefix. */
  readonly local: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
  /** The effective xml:base; null without one. */
  readonly base: string | null
  /** The xml:lang in force. */
  readonly language: string | undefined
  /** The document ended inside this element. */
  cut: boolean
  /** Index of the children by name, built on first use. A WeakMap instead would keep the document alive longer. */
  index: ReadonlyMap<string, readonly Element[]> | null
}

export const elementsIn = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => typeof child !== 'string')

const NONE: readonly Element[] = []

/** An entry is queried for about a hundred names; its children are indexed once. */
function indexOf(parent: Element): ReadonlyMap<string, readonly Element[]> {
  if (parent.index) return parent.index
  const index = new Map<string, Element[]>()
  for (const child of parent.children) {
    if (typeof child === 'string') continue
    const same = index.get(child.name)
    if (same) same.push(child)
    else index.set(child.name, [child])
  }
  return (parent.index = index)
}

/** The children of one name, in the document's order. Only once the document is read to its end. */
export const all = (parent: Element, name: string): readonly Element[] => indexOf(parent).get(name) ?? NONE

export const first = (parent: Element | undefined, name: string): Element | undefined =>
  parent ? all(parent, name)[0] : undefined

/** The first child of a name that is not empty. */
export function firstSaying(parent: Element, name: string): Element | undefined {
  for (const child of all(parent, name)) if (textOf(child) !== undefined) return child
  return undefined
}

/** All text below, without any markup, trimmed; undefined when there is none. */
export function textOf(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const text = gathered(element).trim()
  return text === '' ? undefined : text
}

const gathered = ({ children }: Element): string =>
  children.length === 1 && typeof children[0] === 'string'
    ? children[0]
    : children.map((child) => (typeof child === 'string' ? child : gathered(child))).join('')
