/** All feeds that a page and its headers link to, without a request. Pure. */
import { feedInScripts } from './hosts.ts'
import { feedsInHeader, feedsInPage, type PageFeeds } from './page.ts'
import type { DiscoveredFeed } from './hosts/rule.ts'

/** @param links the Link header */
export function linkedFeeds(html: string, url: string, links: string | null): PageFeeds {
  const page = feedsInPage(html, url)
  const hidden = feedInScripts(html, url)
  const all = [
    ...(hidden ? [{ url: hidden, title: null }] : []),
    ...page.declared,
    ...feedsInHeader(links, url),
  ]
  return { ...page, declared: distinctFeeds(all) }
}

/** Each address once, in order, with the first title found for it. */
export function distinctFeeds(feeds: readonly DiscoveredFeed[]): DiscoveredFeed[] {
  const byUrl = new Map<string, DiscoveredFeed>()
  for (const feed of feeds) {
    const known = byUrl.get(feed.url)
    byUrl.set(feed.url, known ? { ...known, title: known.title ?? feed.title } : feed)
  }
  return [...byUrl.values()]
}
