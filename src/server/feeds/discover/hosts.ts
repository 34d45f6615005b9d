/** Well-known hosts whose feeds can be told from an address alone. Pure; no request is made for these. */
import type { FoundFeed } from '../service.ts'

type Rule = (url: URL, path: readonly string[]) => FoundFeed[] | null

const one = (url: string, title: string | null = null): FoundFeed[] => [{ url, title }]
const onHost =
  (host: RegExp, rule: Rule): Rule =>
  (url, path) =>
    host.test(url.hostname) ? rule(url, path) : null

const RULES: readonly Rule[] = [
  onHost(/^(www\.|m\.)?youtube\.com$/, (url, [first, second]) => {
    const feed = 'https://www.youtube.com/feeds/videos.xml'
    const list = url.searchParams.get('list')
    if (first === 'channel' && second) return one(`${feed}?channel_id=${second}`)
    if (first === 'user' && second) return one(`${feed}?user=${second}`)
    return list ? one(`${feed}?playlist_id=${list}`) : null
  }),
  onHost(/^((www|old|new)\.)?reddit\.com$/, (_, path) => {
    const [first, second] = path
    if (path.at(-1)?.endsWith('.rss')) return null
    if ((first === 'r' || first === 'user' || first === 'u') && second)
      return one(`https://www.reddit.com/${path.join('/')}/.rss`, `${first}/${second}`)
    return path.length === 0 ? one('https://www.reddit.com/.rss', 'reddit') : null
  }),
  onHost(/^github\.com$/, (_, path) => {
    const [owner, repository, section, branch] = path
    if (path.at(-1)?.endsWith('.atom')) return null
    if (!owner || /^(topics|explore|marketplace|settings|features|about|orgs|sponsors)$/.test(owner))
      return null
    if (!repository) return one(`https://github.com/${owner}.atom`, owner)
    const home = `https://github.com/${owner}/${repository}`
    const releases = { url: `${home}/releases.atom`, title: `${owner}/${repository}: releases` }
    const tags = { url: `${home}/tags.atom`, title: `${owner}/${repository}: tags` }
    const commits = {
      url: section === 'commits' && branch ? `${home}/commits/${branch}.atom` : `${home}/commits.atom`,
      title: `${owner}/${repository}: commits`,
    }
    return section === 'commits' ? [commits, releases, tags] : [releases, commits, tags]
  }),
  onHost(/^gitlab\.com$/, (_, path) =>
    path.length === 2
      ? one(`https://gitlab.com/${path.join('/')}/-/tags?format=atom`, `${path.join('/')}: tags`)
      : null,
  ),
  onHost(/^(www\.)?bsky\.app$/, (_, [first, handle]) =>
    first === 'profile' && handle ? one(`https://bsky.app/profile/${handle}/rss`, handle) : null,
  ),
  onHost(/^(www\.)?medium\.com$/, (_, [first, second]) => {
    if (!first || first === 'feed') return null
    if (first === 'tag' && second) return one(`https://medium.com/feed/tag/${second}`, `#${second}`)
    return one(`https://medium.com/feed/${first}`, first)
  }),
  onHost(/^[\w-]+\.(medium|substack)\.com$/, (url, [first]) =>
    first === 'feed' || url.hostname.startsWith('www.') ? null : one(`${url.origin}/feed`),
  ),
  onHost(/^(www\.)?substack\.com$/, (_, [first]) =>
    first?.startsWith('@') ? one(`https://${first.slice(1)}.substack.com/feed`, first) : null,
  ),
  onHost(/^(www\.)?vimeo\.com$/, (_, [first, second]) =>
    first && !second && !/^\d+$/.test(first) ? one(`https://vimeo.com/${first}/videos/rss`, first) : null,
  ),
  onHost(/^[\w-]+\.tumblr\.com$/, (url, [first]) => (first === 'rss' ? null : one(`${url.origin}/rss`))),
  onHost(/^news\.ycombinator\.com$/, (_, path) =>
    path.length === 0 || path[0] === 'news' ? one('https://news.ycombinator.com/rss', 'Hacker News') : null,
  ),
  onHost(/^(www\.)?stackoverflow\.com$/, (_, [first, second, third]) => {
    if (first === 'questions' && second === 'tagged' && third)
      return one(`https://stackoverflow.com/feeds/tag/${third}`, third)
    return first === 'questions' && /^\d+$/.test(second ?? '')
      ? one(`https://stackoverflow.com/feeds/question/${second}`)
      : null
  }),
]

/** Mastodon and its kin: a profile is /@name on any host, and its feed is beside it. Only a guess, to be looked at. */
export function profileFeed(url: URL): string | null {
  return /^\/@[\w.-]+\/?$/.test(url.pathname) &&
    !/youtube\.com$|medium\.com$|substack\.com$|tiktok\.com$/.test(url.hostname)
    ? `${url.origin}${url.pathname.replace(/\/$/, '')}.rss`
    : null
}

/** @returns null where the address has to be asked */
export function hostFeeds(address: string): readonly FoundFeed[] | null {
  const url = URL.parse(address)
  if (!url) return null
  const path = url.pathname.split('/').filter(Boolean)
  for (const rule of RULES) {
    const found = rule(url, path)
    if (found) return found
  }
  return null
}

/** The feed of a YouTube page whose address does not say its channel (handles, films): its own markup does. */
export function youtubeChannel(html: string, address: string): string | null {
  if (!/(^|\.)youtube\.com$/.test(URL.parse(address)?.hostname ?? '')) return null
  const id =
    /"(?:externalId|channelId|browseId)":"(UC[\w-]{22})"/.exec(html)?.[1] ??
    /\/channel\/(UC[\w-]{22})/.exec(html)?.[1]
  return id ? `https://www.youtube.com/feeds/videos.xml?channel_id=${id}` : null
}
