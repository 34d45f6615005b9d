/** Addresses in markup: made absolute where they may be asked or written to, else left out. */
import type { Attributes } from './tree.ts'

/** @returns an absolute address of a kind that may be asked or written to; null for all others */
export type Resolve = (address: string) => string | null

/** @param base null where nobody knows what relative addresses are relative to */
export const resolver =
  (base: string | null): Resolve =>
  (address) => {
    const trimmed = address.trim().replace(/[\n\r\t]/g, '')
    const url = base ? URL.parse(trimmed, base) : URL.parse(trimmed)
    return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null
  }

const ADDRESSES = ['href', 'src', 'poster', 'cite'] as const

/** The same with absolute addresses, without those that cannot be made so. */
export function addressed(attributes: Attributes, resolve: Resolve): Attributes {
  let next: Record<string, string> | null = null
  for (const name of ADDRESSES) {
    const address = attributes[name]
    if (address === undefined || isInlinePicture(address)) continue
    next ??= { ...attributes }
    const url = resolve(address)
    if (url === null) delete next[name]
    else next[name] = url
  }
  return next ?? attributes
}

/** A picture that carries its own bytes. */
export const isInlinePicture = (address: string): boolean =>
  /^\s*data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,]/i.test(address)
