/** Pictures in several sizes: `srcset` with absolute addresses and normalised sizes. */
import type { Resolve } from './addresses.ts'
import type { Attributes } from './tree.ts'

/** A srcset with absolute addresses; others are left out. Addresses may contain commas, but no spaces. */
export function sources(attributes: Attributes, resolve: Resolve): Attributes {
  if (attributes['srcset'] === undefined) return attributes
  const { srcset, ...rest } = attributes
  const list = [...srcset.matchAll(/([^\s,]\S*[^\s,])(\s+[\d.]+[wx])?\s*(?:,|$)/g)].flatMap(
    ([, address = '', size = '']) => {
      const url = resolve(address)
      return url && /^https?:/.test(url) ? [`${url.replaceAll(',', '%2C')}${size.replace(/\s+/, ' ')}`] : []
    },
  )
  return list.length > 0 ? { ...rest, srcset: list.join(', ') } : rest
}

/** @param srcset as {@link sources} writes it @returns without candidates of an invalid size; empty when none is left */
export const sized = (srcset: string): string =>
  srcset
    .split(', ')
    .flatMap((one) => {
      const [address = '', written = ''] = one.split(' ')
      const size = sizeOf(written)
      return size === null ? [] : [size === '' ? address : `${address} ${size}`]
    })
    .join(', ')

/** @returns null if it is neither a width nor a density */
function sizeOf(written: string): string | null {
  if (written === '') return ''
  const number = Number(written.slice(0, -1))
  if (/^\d{1,9}w$/.test(written)) return number > 0 ? `${number}w` : null
  // An empty density equals a missing one.
  if (/^(\d{1,9}|\d{0,9}\.\d{1,9})x$/.test(written)) return number > 0 ? `${number}x` : ''
  return null
}
