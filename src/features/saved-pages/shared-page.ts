import { webAddress } from '../../core/safe-href.ts'

/** A page that another program shared. `url` is empty where nothing in what it sent is a web address. */
export type SharedPage = { readonly url: string; readonly title: string }

/**
 * What the parameters of /save say (Web Share Target: `url`, `title`, `text`). Some systems send the address as the text,
 * alone or as its last word.
 */
export function sharedPage(params: URLSearchParams): SharedPage {
  const title = params.get('title')?.trim() ?? ''
  const words = [params.get('url') ?? '', ...(params.get('text') ?? '').split(/\s+/).toReversed()]
  const url = words.map((word) => word.trim()).find((word) => webAddress(word) !== undefined) ?? ''
  return { url, title }
}

/** The address of a bookmark that shares the page it is used on. @param address of /save */
export const bookmarklet = (address: string): string =>
  `javascript:location.href='${address}?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)`
