/** Addresses from feeds and users, made harmless where they become a link or a picture's source. */

const WEB = new Set(['http:', 'https:'])
/** What a link may have: it leads to the Web or to a mailbox, and never runs anything. */
const LINKS = new Set([...WEB, 'mailto:'])
/** Bytes of a picture or sound that an address carries itself. Drawings (SVG) are documents and not among them. */
const INLINE = /^data:(image\/(png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+)[;,]/i

/** @returns the absolute address; undefined for what is not http or https, and for none */
export const webAddress = (address: string | null | undefined): string | undefined => parsed(address, WEB)

/**
 * What a link may lead to. Every `href` that comes from data goes through this.
 * @returns the absolute address; undefined for any other scheme, a relative address, or none
 */
export const safeHref = (address: string | null | undefined): string | undefined => parsed(address, LINKS)

/**
 * What a picture, sound or film may be fetched from: http, https, bytes in the address, or a path on the own server. Every
 * `src` and `poster` that comes from data goes through this.
 * @returns the address as it was written, or undefined
 */
export function safeSource(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  if (/^\/(?![/\\])/.test(address) || INLINE.test(address)) return address
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}

function parsed(address: string | null | undefined, schemes: ReadonlySet<string>): string | undefined {
  const url = address ? URL.parse(address) : null
  return url && schemes.has(url.protocol) ? url.href : undefined
}
