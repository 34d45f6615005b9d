/** Pictures in several sizes: `srcset`, its addresses made absolute, its sizes in the one form that every reader takes. */
import type { Resolve } from './addresses.ts'
import type { Attributes } from './tree.ts'

/** A srcset with every address made absolute; what cannot be is left out. Addresses may hold commas, not blanks. */
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

/** @param srcset as {@link sources} writes it @returns without what has no size that can be; empty when nothing stays */
export const sized = (srcset: string): string =>
  srcset
    .split(', ')
    .flatMap((one) => {
      const [address = '', written = ''] = one.split(' ')
      const size = sizeOf(written)
      return size === null ? [] : [size === '' ? address : `${address} ${size}`]
    })
    .join(', ')

/** @returns null for what is no width and no density */
function sizeOf(written: string): string | null {
  if (written === '') return ''
  const number = Number(written.slice(0, -1))
  if (/^\d{1,9}w$/.test(written)) return number > 0 ? `${number}w` : null
  // An empty density equals a missing one.
  if (/^(\d{1,9}|\d{0,9}\.\d{1,9})x$/.test(written)) return number > 0 ? `${number}x` : ''
  return null
}
