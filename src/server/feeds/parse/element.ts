/** What an XML document becomes: elements under the names that the namespaces really mean, all in small letters. */
export type Element = {
  /** `title`, `dc:creator`, `media:content`: with the usual prefix of its namespace, whatever the document calls it. */
  readonly name: string
  /** Without a prefix. */
  readonly local: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
  /** What xml:base makes of addresses here; null where none is in force. */
  readonly base: string | null
  /** The xml:lang in force. */
  readonly language: string | undefined
  /** The document ended inside this element. */
  cut: boolean
  /** The children by name, once somebody asked. A map beside the elements would outlive their document in the collector's eyes. */
  index: ReadonlyMap<string, readonly Element[]> | null
}

export const elementsIn = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => typeof child !== 'string')

const NONE: readonly Element[] = []

/** An entry is asked for some hundred names; its children are gone through once. */
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

/** The first child of one name that says anything. */
export function firstSaying(parent: Element, name: string): Element | undefined {
  for (const child of all(parent, name)) if (wordsOf(child) !== undefined) return child
  return undefined
}

/** All text below, without any markup, trimmed; undefined when there is none. */
export function wordsOf(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const text = gathered(element).trim()
  return text === '' ? undefined : text
}

const gathered = ({ children }: Element): string =>
  children.length === 1 && typeof children[0] === 'string'
    ? children[0]
    : children.map((child) => (typeof child === 'string' ? child : gathered(child))).join('')
