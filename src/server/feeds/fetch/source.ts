/** Where a feed's address leads: to the web, to a page of which a feed is made, to where a plugin finds it, or to a sample. */
import { pageAddressOf, readPageAddress, type PageSource } from '../../../contract/page-address.ts'
import { isFeedScheme } from '../../../contract/feed-schemes.ts'
import { faultMessage } from '../../../contract/fetch-faults.ts'
import { SAMPLE_SCHEME } from '../samples/samples.ts'
import type { Located } from './schemes.ts'
import { splitCredentials, type Credentials } from './credentials.ts'

export type Source =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'page'; readonly page: PageSource }
  | { readonly kind: 'sample'; readonly name: string }
  | { readonly kind: 'none'; readonly message: string }

/** @param address as stored on the feed @param located of an address of a plugin's scheme: the scheme, and where it leads */
export function sourceOf(address: string, located: Located | null): Source {
  if (address.startsWith(SAMPLE_SCHEME)) return { kind: 'sample', name: address.slice(SAMPLE_SCHEME.length) }
  const page = readPageAddress(address)
  if (page) return { kind: 'page', page }
  if (!located) return { kind: 'web', url: address }
  const { scheme, url } = located
  if (url !== null) return { kind: 'web', url }
  const { name, variable } = scheme
  return { kind: 'none', message: faultMessage('noneToAsk', { name, again: name, variable }) }
}

/**
 * What a user typed, as the address that feeds are stored under: scheme added, `feed:` undone, fragment, name and
 * password dropped.
 * @returns null if it is no address
 */
export const normaliseAddress = (typed: string): string | null => readAddress(typed)?.address ?? null

/** As {@link normaliseAddress}, with the name and password that were typed. */
export function readAddress(
  typed: string,
): { readonly address: string; readonly credentials: Credentials | null } | null {
  const whole = wholeAddress(typed)
  return whole === null ? null : splitCredentials(whole)
}

function wholeAddress(typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed.startsWith('lectern://page?')) {
    const page = readPageAddress(trimmed)
    const url = page && wholeAddress(page.url)
    return url ? pageAddressOf({ ...page, url }) : null
  }
  const scheme = /^([a-z][a-z\d+.-]*):\/\/\S+$/i.exec(trimmed)?.[1]
  if (scheme !== undefined && (/^lectern$/i.test(scheme) || isFeedScheme(scheme)))
    return scheme.toLowerCase() + trimmed.slice(scheme.length)
  const plain = trimmed.replace(/^feed:(?=https?:)/i, '').replace(/^feed:(\/\/)?/i, 'http://')
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(plain) ? plain : `https://${plain}`
  const url = URL.parse(whole)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || /\s/.test(trimmed)) return null
  url.hash = ''
  return url.href
}
