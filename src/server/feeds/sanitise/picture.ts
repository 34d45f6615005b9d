/** A picture with sources in several forms. */
import { allowedAttributes } from './attributes.ts'
import { isPlaceholder } from './lazy.ts'
import { nested } from './nest.ts'
import type { Element, Node } from './tree.ts'

/**
 * A `picture` shows nothing without an `img`, and a placeholder in browsers that support none of its sources.
 * @returns the same, its `img` with the address of a source where it has none of its own
 */
export function withPicture(element: Element): Node {
  // What may not stand in a picture, such as a cell of a table, is not around its sources any more.
  const picture = {
    ...element,
    children: nested([element]).flatMap((node) => (typeof node === 'string' ? [] : node.children)),
  }
  const sources = picture.children.filter((node) => isNamed(node, 'source'))
  const image = picture.children.find((node) => isNamed(node, 'img'))
  const address = sources
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ attributes }) => attributes['srcset']?.split(/\s/)[0]?.replace(/,$/, ''))
    .find((one) => one !== undefined && !isPlaceholder(one))
  if (address === undefined || (image && !isPlaceholder(image.attributes['src']))) return picture
  const { src: _, ...others } = image?.attributes ?? { loading: 'lazy' }
  const attributes = allowedAttributes('img', { src: address, ...others })
  const siblings = picture.children.filter((node) => node !== image)
  return { ...picture, children: [...siblings, { name: 'img', attributes, children: [] }] }
}

const isNamed = (node: Node, name: string): node is Element => typeof node !== 'string' && node.name === name

/** Formats that every browser supports come first. */
const rank = ({ attributes: { type = '' } }: Element): number => (/^$|jpeg|png|gif/.test(type) ? 0 : 1)
