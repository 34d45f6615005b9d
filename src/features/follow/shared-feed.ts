import { webAddress } from '../../core/safe-href.ts'

/**
 * The address of the feed that another program hands over at /follow. Links with the scheme `web+feed` name it after their
 * scheme: whole, or without the scheme of its own.
 * @returns empty where there is none
 */
export function sharedFeed(params: URLSearchParams): string {
  const [, named] = /^web\+feed:(.*)$/is.exec(params.get('url')?.trim() ?? '') ?? []
  const address = named ?? params.get('url')?.trim() ?? ''
  const whole = /^https?:/i.test(address) ? address : named && `https://${address.replace(/^\/+/, '')}`
  return webAddress(whole) ?? ''
}

/** The address of a bookmark that follows the page it is used on. @param address of /follow */
export const followBookmarklet = (address: string): string =>
  `javascript:location.href='${address}?url='+encodeURIComponent(location.href)`
