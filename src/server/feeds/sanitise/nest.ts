/**
 * Moves elements to positions that HTML allows, so that every parser builds the same tree. Where parsers differ,
 * what was harmless when it was checked can become something else when it is read (mutation XSS); and a text that the
 * browser rearranges is not the text that was stored.
 */
import { MATHML } from './allowed.ts'
import { textOf, type Element, type Node } from './tree.ts'

/** Elements below this depth are replaced by their text; a browser flattens from 512, and tables add levels of their own. */
const DEPTH_MAX = 100

const set = (list: string) => new Set(list.trim().split(/\s+/))
const MATH = new Set(MATHML)
const MATH_TEXT = set('mi mo mn ms mtext')
const HEADINGS = set('h1 h2 h3 h4 h5 h6')
/** Those whose start ends a paragraph (HTML standard, 13.2.6.4.7), and the lists' items, which do so too. */
const BLOCKS =
  set(`address article aside blockquote details div dl figcaption figure footer header hgroup main nav ol p
  section summary ul pre hr table li dd dt h1 h2 h3 h4 h5 h6`)
/** Elements that an item passes in search of another one to end: all but the standard's "special" elements. */
const ITEM_WALLS =
  set(`article aside blockquote caption details dl figcaption figure footer h1 h2 h3 h4 h5 h6 header
  hgroup iframe main nav ol pre section summary table tbody td tfoot th thead tr ul li dd dt`)
const ITEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', set('li')],
  ['dd', set('dd dt')],
  ['dt', set('dd dt')],
])
const TABLE_PARTS = set('caption colgroup col thead tbody tfoot tr td th')
const ROW_GROUPS = set('thead tbody tfoot')
const CELLS = set('td th')

/** The ancestors of a node, nearest last; updated while the tree is traversed. */
type Path = string[]

/** @returns the same content with valid nesting; idempotent */
export const nested = (nodes: readonly Node[]): Node[] => fitAll(nodes, [])

function fitAll(nodes: readonly Node[], path: Path, into: Node[] = []): Node[] {
  for (const node of nodes) fit(node, path, into)
  return into
}

function fit(node: Node, path: Path, into: Node[]): void {
  if (typeof node === 'string') return void into.push(node)
  if (!mayStand(node.name, path)) return void fitAll(node.children, path, into)
  if (path.length >= DEPTH_MAX) return void into.push(textOf(node))
  if (node.name === 'table') return void into.push(...fitTable(node, path))
  const name = endsAnother(node.name, path) ? 'div' : node.name
  path.push(name)
  const children = fitAll(node.children, path)
  path.pop()
  const { attributes } = node
  if (name === 'p' && children.some(holdsBlock)) into.push({ name: 'div', attributes, children })
  else into.push({ name, attributes, children: name === 'pre' ? withoutFirstLineEnd(children) : children })
}

/** False for an element that a parser would move or reinterpret at this position; its content stays. */
function mayStand(name: string, path: readonly string[]): boolean {
  const parent = path.at(-1) ?? ''
  if (TABLE_PARTS.has(name)) return false
  if (path.includes('math')) return MATH.has(name) && name !== 'math' && !MATH_TEXT.has(parent)
  if (MATH.has(name)) return name === 'math'
  if (name === 'a') return !path.includes('a')
  if (HEADINGS.has(name)) return !HEADINGS.has(parent)
  if (name === 'rt' || name === 'rp') return parent === 'ruby'
  return true
}

/** True for an item that would end its parent item. */
function endsAnother(name: string, path: readonly string[]): boolean {
  const others = ITEMS.get(name)
  if (!others) return false
  const around = path.findLast((outer) => others.has(outer) || ITEM_WALLS.has(outer))
  return around !== undefined && others.has(around)
}

/** Whether a paragraph around this would be ended by something in it. Cells and captions contain it. */
const holdsBlock = (node: Node): boolean =>
  typeof node !== 'string' && (BLOCKS.has(node.name) || node.children.some(holdsBlock))

function withoutFirstLineEnd(children: readonly Node[]): readonly Node[] {
  const [first, ...rest] = children
  return typeof first === 'string' && first.startsWith('\n') ? [first.replace(/^\n+/, ''), ...rest] : children
}

/** Normalises a table: rows in groups, cells in rows. Content not allowed in a table is moved before it, as in a browser. */
function fitTable(table: Element, path: Path): Node[] {
  const before: Node[] = []
  const inside = [...path, 'table']
  const parts = table.children.flatMap((node): Node[] => {
    if (isBlank(node)) return [node]
    if (typeof node === 'string' || !TABLE_PARTS.has(node.name)) return leave(node, path, before)
    if (node.name === 'caption') return [withChildren(node, fitAll(node.children, [...inside, 'caption']))]
    if (node.name === 'col') return [bare('colgroup', [node])]
    if (node.name === 'colgroup') return [fitColumns(node, path, before)]
    const group = ROW_GROUPS.has(node.name) ? node : bare('tbody', [node])
    return [withChildren(group, fitRows(group.children, inside, before))]
  })
  return [...before, withChildren(table, joined(parts))]
}

function fitColumns(group: Element, path: Path, before: Node[]): Element {
  const isColumn = (node: Node) => isBlank(node) || (typeof node !== 'string' && node.name === 'col')
  for (const node of group.children) if (!isColumn(node)) leave(node, path, before)
  return withChildren(group, group.children.filter(isColumn))
}

function fitRows(nodes: readonly Node[], path: Path, before: Node[]): Node[] {
  const rows = nodes.flatMap((node): Node[] => {
    if (isBlank(node)) return [node]
    if (typeof node === 'string') return leave(node, path.slice(0, -1), before)
    if (node.name === 'tr') return [withChildren(node, fitCells(node.children, path, before))]
    if (CELLS.has(node.name)) return [bare('tr', fitCells([node], path, before))]
    return TABLE_PARTS.has(node.name)
      ? fitRows(node.children, path, before)
      : leave(node, path.slice(0, -1), before)
  })
  return joined(rows)
}

function fitCells(nodes: readonly Node[], path: Path, before: Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (isBlank(node)) return [node]
    if (typeof node === 'string') return leave(node, path.slice(0, -1), before)
    if (CELLS.has(node.name))
      return [withChildren(node, fitAll(node.children, [...path, 'tbody', 'tr', node.name]))]
    return TABLE_PARTS.has(node.name)
      ? fitCells(node.children, path, before)
      : leave(node, path.slice(0, -1), before)
  })
}

/** Adjacent bare rows and cells share one generated group or row. */
function joined(nodes: readonly Node[]): Node[] {
  const list: Node[] = []
  for (const node of nodes) {
    const last = list.at(-1)
    const both = last && madeBoth(last, node)
    if (both) list.splice(-1, 1, both)
    else list.push(node)
  }
  return list
}

/** Marks generated groups and rows. */
const NO_ATTRIBUTES = Object.freeze({})
const bare = (name: string, children: readonly Node[]): Element => ({
  name,
  attributes: NO_ATTRIBUTES,
  children,
})
const isMade = (node: Node): node is Element => typeof node !== 'string' && node.attributes === NO_ATTRIBUTES
const madeBoth = (one: Node, other: Node): Element | null =>
  isMade(one) && isMade(other) && one.name === other.name
    ? bare(one.name, [...one.children, ...other.children])
    : null

function leave(node: Node, path: Path, before: Node[]): Node[] {
  fit(node, path, before)
  return []
}

const withChildren = (element: Element, children: readonly Node[]): Element => ({ ...element, children })
const isBlank = (node: Node): boolean => typeof node === 'string' && /^[\t\n\f\r ]*$/.test(node)
