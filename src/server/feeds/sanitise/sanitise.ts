/** The wall between feeds and readers. Last step before anything is stored. */
import type { Found, Picture, Removed } from './elements.ts'
import { nested } from './nest.ts'
import { readSafely } from './read.ts'
import { shallow } from './shallow.ts'
import { toMarkup, type Node } from './tree.ts'

export type { Picture } from './elements.ts'
export type Sanitised = {
  readonly html: string
  readonly pictures: readonly Picture[]
  readonly removed: Readonly<Removed>
}

/**
 * @param html anything
 * @param base what relative addresses are relative to; without one they are dropped
 * @returns markup of the allowed list only; giving it back changes nothing
 */
export function sanitise(html: string, base: string | null): Sanitised {
  const found: Found = { pictures: [], removed: { pixels: 0, parameters: 0 } }
  const content = nested(readSafely(shallow(html), base, found))
  return { html: content.some(isShown) ? toMarkup(content).trim() : '', ...found }
}

/** Marks of what was removed are nothing to read. */
const isShown = (node: Node): boolean => (typeof node === 'string' ? node.trim() !== '' : node.name !== 'wbr')
