/**
 * Makes addresses from feeds and users safe as links and image sources. Only the prefix is checked: every browser reads
 * an address that begins with a scheme and its slashes as that scheme.
 */

import { isAppAddress } from './app-address.ts'

const WEB = /^https?:\/\/[^\s/?#]/i
/** Opens a web page or a mail client, and never runs code. Other applications: app-address.ts. */
const LINK = /^(https?:\/\/[^\s/?#]|mailto:)/i
/** A path on this server; two slashes would begin another host's name. */
const OWN_PATH = /^\/(?![/\\])/
/** Inline image or audio data. SVG is excluded: it is a document. */
const INLINE = /^data:(image\/(png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+)[;,]/i
/** A file that the page has stored. */
const STORED = /^blob:/

type Address = string | null | undefined
const matching = (address: Address, ...shapes: readonly RegExp[]): string | undefined =>
  address && shapes.some((shape) => shape.test(address)) ? address : undefined

/** @returns the address unchanged, if it is http or https; else undefined */
export const webAddress = (address: Address): string | undefined => matching(address, WEB)

/** Every `href` from data goes through this. @returns undefined for an address that a link must not open */
export const safeHref = (address: Address): string | undefined =>
  matching(address, LINK) ?? (address && isAppAddress(address) ? address : undefined)

/**
 * Allowed media sources: http(s), inline data, or this server. Every `src` and `poster` from data goes through this.
 * @returns undefined for any other address
 */
export const safeSource = (address: Address): string | undefined => matching(address, WEB, INLINE, OWN_PATH)

/** As {@link safeSource}, or a file that the page itself has stored. For addresses that do not come from data. */
export const safeAddress = (address: Address): string | undefined =>
  safeSource(address) ?? matching(address, STORED)
