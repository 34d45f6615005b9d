/** Pictures and films that a page shows where scripts do not run (`noscript`), in the place of what waits for a script. */
import { isPlaceholder } from './lazy.ts'
import type { Element, Node } from './tree.ts'

/** Stands for a `noscript` until the whole text is read. Its children are what it shows. */
export const FALLBACK = 'noscript'
const MEDIA = new Set(['img', 'picture', 'video', 'audio', 'iframe'])

/** @returns the outermost pictures, films and players */
export const mediaIn = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : MEDIA.has(node.name) ? [node] : mediaIn(node.children),
  )

/** @returns the same, each fallback dropped or in the place of the placeholder beside it */
export function withFallbacks(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  let replaced = -1
  for (const [at, node] of nodes.entries()) {
    if (at === replaced) continue
    if (typeof node === 'string') result.push(node)
    else if (node.name !== FALLBACK) result.push({ ...node, children: withFallbacks(node.children) })
    else {
      const [beforeAt, afterAt] = [nextTo(result, result.length, -1), nextTo(nodes, at, 1)]
      const [before, after] = [stateOf(result[beforeAt]), stateOf(nodes[afterAt])]
      if (before === 'waits') result.splice(beforeAt, 1, ...node.children)
      // What is there already is the same picture, or another size of it.
      else if (before === null && after !== 'loaded') {
        result.push(...node.children)
        if (after === 'waits') replaced = afterAt
      }
    }
  }
  return result
}

/** Whether a node is a picture or film, and only a placeholder for one. null: neither. */
function stateOf(node: Node | undefined): 'waits' | 'loaded' | null {
  const [only, ...others] = node === undefined ? [] : mediaIn([node])
  if (!only || others.length > 0) return null
  const { src } = only.attributes
  const isLoaded =
    only.name === 'img' || only.name === 'iframe'
      ? !isPlaceholder(src)
      : only.children.length > 0 || !isPlaceholder(src)
  return isLoaded ? 'loaded' : 'waits'
}

/** Index of the nearest node in a direction that is no white space. */
function nextTo(nodes: readonly Node[], from: number, step: 1 | -1): number {
  let at = from + step
  while (isBlank(nodes[at])) at += step
  return at
}

const isBlank = (node: Node | undefined): boolean => typeof node === 'string' && node.trim() === ''
