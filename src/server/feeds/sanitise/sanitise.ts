/** The sanitiser: the last step before content is stored. */
import type { Removed } from './elements.ts'
import { nested } from './nest.ts'
import { readSafely } from './read.ts'
import type { SafeHtml } from './safe-html.ts'
import { toMarkup, toTree, type Node } from './tree.ts'
import { isPlaceholder } from './lazy.ts'

export type Sanitised = {
  readonly html: SafeHtml
  readonly pictures: readonly Picture[]
  readonly removed: Readonly<Removed>
}

/**
 * @param html anything
 * @param base the base of relative addresses; without one they are dropped
 * @returns markup of the allowed list only; idempotent
 */
export function sanitise(html: string, base: string | null): Sanitised {
  const removed: Removed = { pixels: 0, parameters: 0 }
  const content = nested(readSafely(html, base, removed))
  return { html: content.some(isShown) ? written(content) : EMPTY, pictures: picturesIn(content), removed }
}

/** @returns the parts concatenated: each is balanced, so the whole is safe too */
export const joinSafe = (parts: readonly SafeHtml[]): SafeHtml => parts.join('\n') as SafeHtml

/** @returns the same with each frame replaced by a link, for pages on which no player can run */
export const framesAsLinks = (html: SafeHtml): SafeHtml =>
  html.includes('<iframe') ? written(nested(toTree(html).map(frameAsLink))) : html

function frameAsLink(node: Node): Node {
  if (typeof node === 'string') return node
  if (node.name !== 'iframe') return { ...node, children: node.children.map(frameAsLink) }
  const href = node.attributes['src'] ?? ''
  const attributes = { href, rel: 'noopener noreferrer', target: '_blank' }
  return { name: 'a', attributes, children: [URL.parse(href)?.hostname ?? href] }
}

/** The only place that declares a string safe. */
const written = (nodes: readonly Node[]): SafeHtml => toMarkup(nodes).trim() as SafeHtml
export const EMPTY: SafeHtml = written([])

/** Marks of removed trackers are no content. */
const isShown = (node: Node): boolean => (typeof node === 'string' ? node.trim() !== '' : node.name !== 'wbr')

/** The pictures of sanitised content, in order. */
export type Picture = { readonly url: string; readonly width: number | null; readonly height: number | null }

const PICTURES_MAX = 30

/** @returns those with a real address; never a placeholder for a lazy one */
function picturesIn(nodes: readonly Node[]): Picture[] {
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
