/**
 * Names and passwords in addresses. They are a user's secrets and do not identify a feed: an address is
 * stored, shown and logged without them.
 */
import { pageAddressOf, readPageAddress } from '../../../contract/page-address.ts'

/** Decoded. */
export type Credentials = { readonly username: string; readonly password: string }

/** @param address normalised; of a feed, or of a page of which one is made */
export function splitCredentials(address: string): {
  readonly address: string
  readonly credentials: Credentials | null
} {
  const page = readPageAddress(address)
  if (page) {
    const { address: url, credentials } = splitCredentials(page.url)
    return credentials ? { address: pageAddressOf({ ...page, url }), credentials } : { address, credentials }
  }
  const url = /^https?:\S*@/i.test(address) && !/\s/.test(address) ? URL.parse(address) : null
  if (!url || (url.username === '' && url.password === '')) return { address, credentials: null }
  const credentials = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ''
  url.password = ''
  return { address: url.href, credentials }
}

export const withoutCredentials = (address: string): string => splitCredentials(address).address

/** Removes them from the addresses in a text, such as an error message. */
export const textWithoutCredentials = (text: string): string => text.replace(/:\/\/[^\s/?#]*@/g, '://')

/** The opposite of {@link splitCredentials}, for the user who typed them. */
export function withCredentials(address: string, { username, password }: Credentials): string {
  const page = readPageAddress(address)
  if (page) return pageAddressOf({ ...page, url: withCredentials(page.url, { username, password }) })
  const url = new URL(address)
  url.username = username
  url.password = password
  return url.href
}

/** The scheme, host and port that a feed is requested from; null for an address outside the web. */
export const originOf = (address: string): string | null =>
  URL.parse(readPageAddress(address)?.url ?? address)?.origin ?? null

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
