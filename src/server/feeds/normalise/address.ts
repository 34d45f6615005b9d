/** Addresses in feeds: relative, malformed, or missing. */
import { isAppAddress } from '../../../core/app-address.ts'

/** Characters that need no encoding; the address parser encodes all others. */
const CLEAN = /^https?:\/\/[\w.-]+(:\d+)?([/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i

/** @returns an absolute http(s) address, or null; a well-formed one is unchanged */
export function absolute(address: string | undefined, base: string | null): string | null {
  // Nearly all have this form, which nothing below would change.
  if (address !== undefined && CLEAN.test(address) && !address.includes('&amp;'))
    return URL.canParse(address) ? address : null
  const trimmed =
    address
      ?.trim()
      .replace(/[\n\r\t]/g, '')
      .replaceAll('&amp;', '&')
      // The scheme is missing; a folder with this name is unlikely.
      .replace(/^(?=www\.[\w-]+\.[a-z]{2,})/i, 'http://') ?? ''
  if (trimmed === '') return null
  const url = base ? URL.parse(trimmed, base) : URL.parse(trimmed)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return CLEAN.test(trimmed) ? trimmed : url.href
}

/** Bases from the nearest to the farthest, resolved to one absolute address; a base may be relative to the next. */
export function baseOf(bases: readonly (string | undefined | null)[]): string | null {
  return bases.reduceRight<string | null>((outer, base) => absolute(base ?? undefined, outer) ?? outer, null)
}

/** Pictures and audio embedded in the feed itself; SVG is excluded as a document. */
const INLINE = /^data:(image\/(png|gif|jpe?g|webp|avif|bmp)|audio\/(wav|mpeg|ogg|mp4))[;,]/i
const INLINE_MAX = 100_000

/** @returns an address that an application opens, such as `magnet:`, or null */
export function appAddress(address: string | undefined): string | null {
  const trimmed = address?.trim().replaceAll('&amp;', '&') ?? ''
  return isAppAddress(trimmed) ? trimmed : null
}

/** An address of a file: as {@link mediaAddress}, or as {@link appAddress}. */
export const fileAddress = (address: string | undefined, base: string | null): string | null =>
  mediaAddress(address, base) ?? appAddress(address)

/** As {@link absolute}, for media: also a data URL. */
export function mediaAddress(address: string | undefined, base: string | null): string | null {
  const trimmed = address?.trim() ?? ''
  return INLINE.test(trimmed) && trimmed.length <= INLINE_MAX ? trimmed : absolute(trimmed, base)
}
