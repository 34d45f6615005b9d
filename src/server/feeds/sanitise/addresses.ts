/** Addresses in markup: made absolute when their scheme is allowed, removed otherwise. */
import { isAppAddress } from '../../../core/app-address.ts'
import type { Attributes } from './tree.ts'
import { isTrackingParameter } from '../../../core/tracking-parameters.ts'

/** @returns an absolute address with an allowed scheme, otherwise null */
export type Resolve = (address: string) => string | null

/** Addresses that the URL parser returns unchanged: lower case, no port, nothing to encode. */
const WHOLE =
  /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]{2,}\/[\w\-.~:/@!$&()*+,;=]*(?:\?[\w\-.~:/?@!$&()*+,;=%]*)?$/
const PATH = /^\/(?!\/)[\w\-.~:/@!$&()*+,;=]*(?:\?[\w\-.~:/?@!$&()*+,;=%]*)?$/
/** Possible dot segments, which the parser resolves. */
const FOLDED = '/.'

/** @param base null when the base of relative addresses is unknown */
export function resolver(base: string | null): Resolve {
  let origin: string | null | undefined = base === null ? '' : undefined
  return (address) => {
    if (!address.includes(FOLDED) && (WHOLE.test(address) || PATH.test(address))) {
      if (origin === undefined) origin = originOf(base)
      if (origin !== null && address[0] !== '/') return address
      if (origin) return origin + address
    }
    const trimmed = address.trim().replace(/[\n\r\t]/g, '')
    const url = base ? URL.parse(trimmed, base) : URL.parse(trimmed)
    return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null
  }
}

/** @returns empty where paths cannot simply be appended, null if it is no address */
function originOf(base: string | null): string | null {
  const url = URL.parse(base ?? '')
  if (!url) return null
  return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url.origin : ''
}

const ADDRESSES = ['href', 'src', 'poster', 'cite'] as const

/** The same with absolute addresses, without those that cannot be made absolute. */
export function addressed(attributes: Attributes, resolve: Resolve): Attributes {
  let next: Record<string, string> | null = null
  for (const name of ADDRESSES) {
    const address = attributes[name]
    if (address === undefined || isInlinePicture(address)) continue
    next ??= { ...attributes }
    const url = resolve(address) ?? (name === 'href' ? appAddress(address) : null)
    if (url === null) delete next[name]
    else next[name] = url
  }
  return next ?? attributes
}

const appAddress = (address: string): string | null => {
  const trimmed = address.trim()
  return isAppAddress(trimmed) ? trimmed : null
}

/** A picture as a data URL. */
export const isInlinePicture = (address: string): boolean =>
  /^\s*data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,]/i.test(address)

/** @param address absolute @returns the address without those parameters, otherwise unchanged, and their number */
export function withoutTracking(address: string): { readonly address: string; readonly removed: number } {
  const [, before = address, query, hash = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return { address, removed: 0 }
  const parts = query.split('&')
  const retained = parts.filter((part) => !isTrackingParameter(nameOf(part)))
  const removed = parts.length - retained.length
  if (removed === 0) return { address, removed }
  return { address: `${before}${retained.length > 0 ? `?${retained.join('&')}` : ''}${hash}`, removed }
}

const nameOf = (part: string): string => part.replace(/^amp;/, '').replace(/=.*$/s, '')
