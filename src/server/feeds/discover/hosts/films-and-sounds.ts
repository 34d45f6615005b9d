/** Hosts of films, music and podcasts. */
import { onHost, one, type Rule } from './rule.ts'

const YOUTUBE = 'https://www.youtube.com/feeds/videos.xml'

export const filmsAndSounds: readonly Rule[] = [
  onHost(/^(www\.|m\.|music\.)?youtube\.com$/, (url, [first, second]) => {
    const list = url.searchParams.get('list')
    if (first === 'channel' && second) return one(`${YOUTUBE}?channel_id=${second}`)
    if (first === 'user' && second) return one(`${YOUTUBE}?user=${second}`)
    return list && (first === 'playlist' || first === 'watch') ? one(`${YOUTUBE}?playlist_id=${list}`) : null
  }),
  onHost(/^(www\.)?vimeo\.com$/, (_, [first, second, third]) => {
    if (first === 'channels' && second && third === undefined)
      return one(`https://vimeo.com/channels/${second}/videos/rss`, second)
    return first && !second && !/^\d+$|^(features|watch|search|categories)$/.test(first)
      ? one(`https://vimeo.com/${first}/videos/rss`, first)
      : null
  }),
  onHost(/^(www\.)?dailymotion\.com$/, (_, [first, second]) => {
    if (first === 'playlist' && second) return one(`https://www.dailymotion.com/rss/playlist/${second}`)
    return first && !second && !/^(rss|video|search)$/.test(first)
      ? one(`https://www.dailymotion.com/rss/user/${first}`, first)
      : null
  }),
  onHost(/^(www\.)?odysee\.com$/, (_, [first]) =>
    first?.startsWith('@') ? one(`https://odysee.com/$/rss/${first}`, first.replace(/:.*/, '')) : null,
  ),
  onHost(/^podcasts\.google\.com$/, (_, [first, second]) => {
    const url = first === 'feed' && second ? URL.parse(Buffer.from(second, 'base64url').toString()) : null
    return url && /^https?:$/.test(url.protocol) ? one(url.href) : null
  }),
]

/** Apple's lookup of a podcast's feed, for addresses that only have Apple's number. */
export function podcastLookup(url: URL): string | null {
  const isApple = /^(podcasts|itunes)\.apple\.com$/.test(url.hostname)
  const isKin = /^(www\.)?(overcast\.fm|pod\.link)$/.test(url.hostname)
  const id = isApple
    ? /\/id(\d+)/.exec(url.pathname)?.[1]
    : isKin
      ? /^\/(?:itunes)?(\d+)/.exec(url.pathname)?.[1]
      : undefined
  return id ? `https://itunes.apple.com/lookup?id=${id}&entity=podcast` : null
}
