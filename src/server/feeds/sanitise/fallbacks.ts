/** Pictures and videos that a page shows without scripts (`noscript`), in place of elements that wait for a script. */
import { isPlaceholder } from './lazy.ts'
import type { Element, Node } from './tree.ts'

/** Represents a `noscript` until the whole text is read. Its children are its content. */
export const FALLBACK = 'noscript'
const MEDIA = new Set(['img', 'picture', 'video', 'audio', 'iframe'])

/** @returns the outermost pictures, videos and players */
export const mediaIn = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : MEDIA.has(node.name) ? [node] : mediaIn(node.children),
  )

/** @returns the same, each fallback dropped or replacing the placeholder beside it */
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
      // The existing one is the same picture, or another size of it.
      else if (before === null && after !== 'loaded') {
        result.push(...node.children)
        if (after === 'waits') replaced = afterAt
      }
    }
  }
  return result
}

/** Whether a node is a picture or video, or only a placeholder for one. null: neither. */
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
