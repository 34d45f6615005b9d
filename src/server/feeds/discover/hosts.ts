/** Well-known hosts whose feeds follow from an address, or from the host's page. Pure; sends no request. */
import type { DiscoveredFeed } from './hosts/rule.ts'
import { blogs } from './hosts/blogs.ts'
import { code } from './hosts/code.ts'
import { filmsAndSounds } from './hosts/films-and-sounds.ts'
import { communities } from './hosts/communities.ts'

export { podcastLookup } from './hosts/films-and-sounds.ts'
export { profileFeed } from './hosts/communities.ts'

const RULES = [...filmsAndSounds, ...communities, ...code, ...blogs]

/** @returns null where the address must be fetched */
export function hostFeeds(address: string): readonly DiscoveredFeed[] | null {
  const url = URL.parse(address)
  if (!url) return null
  const path = url.pathname.split('/').filter(Boolean)
  for (const rule of RULES) {
    const feed = rule(url, path)
    if (feed) return feed
  }
  return null
}

const onHost = (host: RegExp, address: string): boolean => host.test(URL.parse(address)?.hostname ?? '')

/** The feed of a YouTube page whose address does not contain the channel (handles, videos): its markup does. */
export function youtubeChannel(html: string, address: string): string | null {
  if (!onHost(/(^|\.)(youtube\.com|youtu\.be)$/, address)) return null
  const id =
    /"(?:externalId|externalChannelId)":"(UC[\w-]{22})"/.exec(html)?.[1] ??
    /<meta[^<>]{1,500}(?:itemprop=["']?(?:channelId|identifier)["']?)[^<>]{1,500}content=["']?(UC[\w-]{22})/i.exec(
      html,
    )?.[1] ??
    /<link[^<>]{1,500}rel=["']?canonical["']?[^<>]{1,500}\/channel\/(UC[\w-]{22})/i.exec(html)?.[1] ??
    /"(?:channelId|browseId)":"(UC[\w-]{22})"/.exec(html)?.[1] ??
    /\/channel\/(UC[\w-]{22})/.exec(html)?.[1]
  return id ? `https://www.youtube.com/feeds/videos.xml?channel_id=${id}` : null
}

/** A feed that a known host's page names only in its scripts. */
export function feedInScripts(html: string, address: string): string | null {
  const channel = youtubeChannel(html, address)
  if (channel) return channel
  const user = onHost(/(^|\.)soundcloud\.com$/, address)
    ? /soundcloud:(?:\/\/)?users:(\d+)/.exec(html)?.[1]
    : undefined
  if (user) return `https://feeds.soundcloud.com/users/soundcloud:users:${user}/sounds.rss`
  if (
    !onHost(/(^|\.)(apple\.com|overcast\.fm|pod\.link|castbox\.fm|podcastaddict\.com|player\.fm)$/, address)
  )
    return null
  return podcastFeed(html)
}

/** The podcast feed named in Apple's pages and lookup responses. */
export function podcastFeed(text: string): string | null {
  const written = /"feedUrl"\s*:\s*"([^"]{8,2000})"/.exec(text)?.[1]
  const url = written ? URL.parse(written.replaceAll('\\u002F', '/').replaceAll('\\/', '/')) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
