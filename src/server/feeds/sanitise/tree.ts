/** Converts well-formed markup to a tree and back. `read.ts` reads arbitrary HTML. */
import { parseMarkup } from '../../parsing/markup.ts'

export type Attributes = Readonly<Record<string, string>>
export type Element = {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Node[]
}
export type Node = string | Element

const VOID = new Set(['br', 'hr', 'img', 'source', 'track', 'wbr', 'col'])

/** @param markup balanced, with the entities of XML only */
export function toTree(markup: string): Node[] {
  const root: Node[] = []
  const open: { children: Node[] }[] = [{ children: root }]
  parseMarkup(
    markup,
    {
      onopentag(name, attributes) {
        const element = { name, attributes: mapValues(attributes, plain), children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onclosetag() {
        open.pop()
      },
      ontext(text) {
        open.at(-1)?.children.push(plain(text))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return root
}

export function toMarkup(nodes: readonly Node[]): string {
  let markup = ''
  for (const node of nodes) markup += written(node)
  return markup
}

export const textOf = (node: Node): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('')

function written(node: Node): string {
  if (typeof node === 'string') return escaped(node)
  let start = `<${node.name}`
  for (const name in node.attributes) start += attribute(name, node.attributes[name] ?? '')
  return VOID.has(node.name) ? `${start} />` : `${start}>${toMarkup(node.children)}</${node.name}>`
}

const attribute = (name: string, value: string): string =>
  value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`

const escaped = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

/** Characters that parsers change: NUL, and line ends other than LF. */
export const plain = (text: string): string =>
  /[\r\0]/.test(text) ? text.replaceAll('\0', '').replace(/\r\n?/g, '\n') : text

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
