/** The pictures of sanitised content, in order. */
import { isPlaceholder } from './lazy.ts'
import type { Node } from './tree.ts'

export type Picture = { readonly url: string; readonly width: number | null; readonly height: number | null }

const PICTURES_MAX = 30

/** @returns those with a real address; never a placeholder for a lazy one */
export function picturesIn(nodes: readonly Node[]): Picture[] {
  const pictures: Picture[] = []
  const walk = (node: Node): void => {
    if (typeof node === 'string' || pictures.length >= PICTURES_MAX) return
    const { src, width, height } = node.attributes
    if (node.name === 'img' && src && !isPlaceholder(src))
      pictures.push({ url: src, width: pixels(width), height: pixels(height) })
    for (const child of node.children) walk(child)
  }
  for (const node of nodes) walk(node)
  return pictures
}

const pixels = (value: string | undefined): number | null =>
  /^\d{1,5}(px)?$/.test(value ?? '') ? parseInt(value ?? '', 10) : null
