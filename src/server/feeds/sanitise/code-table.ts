/** Extracts the code from tables in which highlighters put it beside its line numbers. */
import { isLineNumbers } from '../parse/hidden.ts'
import { textOf, type Element, type Node } from './tree.ts'

/**
 * @param isNumbered the numbers are removed already
 * @returns the code as one block; null for any other table
 */
export function codeOfTable(table: Element, isNumbered: boolean): Node[] | null {
  const rows = rowsIn(table.children)
  const codes = isNumbered
    ? rows.map((cells) => cells)
    : rows.every(([first, ...others]) => first && others.length > 0) && hasNumbers(rows)
      ? rows.map(([, ...others]) => others)
      : null
  if (!codes || codes.length === 0) return null
  const [only] = codes
  if (codes.length === 1 && only?.length === 1 && holds(only[0], 'pre')) return [...(only[0]?.children ?? [])]
  if (!isNumbered && !codes.flat().every((cell) => holds(cell, 'pre') || holds(cell, 'code'))) return null
  const lines = codes.map((cells) => cells.map(textOf).join('').replace(/\n+$/, ''))
  return [
    {
      name: 'pre',
      attributes: {},
      children: [{ name: 'code', attributes: {}, children: [lines.join('\n')] }],
    },
  ]
}

/** One cell with all numbers, or each line with its own. */
const hasNumbers = (rows: readonly (readonly Element[])[]): boolean =>
  isLineNumbers(rows.map(([first]) => (first ? spaced(first) : '')).join('\n'))

/** Numbers may be in an element each, or separated by line break elements. */
const spaced = (node: Node): string =>
  typeof node === 'string' ? node : `${node.children.map(spaced).join(' ')} `

const rowsIn = (nodes: readonly Node[]): (readonly Element[])[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.name === 'tr') return [node.children.filter(isCell)]
    return rowsIn(node.children)
  })

const isCell = (node: Node): node is Element =>
  typeof node !== 'string' && (node.name === 'td' || node.name === 'th')

const holds = (node: Node | undefined, name: string): boolean =>
  node !== undefined &&
  typeof node !== 'string' &&
  (node.name === name || node.children.some((child) => holds(child, name)))
