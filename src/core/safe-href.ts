/**
 * Addresses from feeds and users, made harmless where they become a link or a picture's source. Judged by their first
 * letters: what begins with a scheme and its slashes is read as that scheme by every browser.
 */

const WEB = /^https?:\/\/[^\s/?#]/i
/** Leads to the Web or to a mailbox, and never runs anything. */
const LINK = /^(https?:\/\/[^\s/?#]|mailto:)/i
/** On the own server: a path, and not the name of another one after two slashes. */
const OWN_PATH = /^\/(?![/\\])/
/** Bytes of a picture or sound that an address carries itself. Drawings (SVG) are documents and not among them. */
const INLINE = /^data:(image\/(png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+)[;,]/i

type Address = string | null | undefined
const fitting = (address: Address, ...shapes: readonly RegExp[]): string | undefined =>
  address && shapes.some((shape) => shape.test(address)) ? address : undefined

/** @returns the address as it is written, if it is http or https; else undefined */
export const webAddress = (address: Address): string | undefined => fitting(address, WEB)

/** What a link may lead to: every `href` that comes from data goes through this. @returns undefined for what it may not */
export const safeHref = (address: Address): string | undefined => fitting(address, LINK)

/**
 * What a picture, sound or film may be fetched from: the Web, bytes in the address, or the own server. Every `src` and
 * `poster` that comes from data goes through this.
 * @returns undefined for all else
 */
export const safeSource = (address: Address): string | undefined => fitting(address, WEB, INLINE, OWN_PATH)
