/** Hosts of communities. */
import { onHost, one, type Rule } from './rule.ts'

export const communities: readonly Rule[] = [
  onHost(/^((www|old|new|np|i|m)\.)?reddit\.com$/, (url, path) => {
    const [first, second, ...rest] = path
    if (path.at(-1)?.endsWith('.rss')) return null
    const query = url.searchParams.has('t') ? `?t=${url.searchParams.get('t')}` : ''
    const home = first === 'u' ? 'user' : first
    if ((home === 'r' || home === 'user') && second)
      return one(
        `https://www.reddit.com/${[home, second, ...rest].join('/')}/.rss${query}`,
        `${home}/${second}`,
      )
    return path.length === 0 ? one('https://www.reddit.com/.rss', 'reddit') : null
  }),
  onHost(/^(www\.)?bsky\.app$/, (_, [first, handle]) =>
    first === 'profile' && handle ? one(`https://bsky.app/profile/${handle}/rss`, handle) : null,
  ),
  onHost(/^news\.ycombinator\.com$/, (url, [first]) => {
    const id = url.searchParams.get('id')
    if (!first || first === 'news') return one('https://news.ycombinator.com/rss', 'Hacker News')
    if (first === 'user' && id) return one(`https://hnrss.org/user?id=${encodeURIComponent(id)}`, id)
    if (first === 'item' && id) return one(`https://hnrss.org/item?id=${encodeURIComponent(id)}`)
    const list = {
      newest: 'newest',
      ask: 'ask',
      show: 'show',
      jobs: 'jobs',
      best: 'best',
      newcomments: 'newcomments',
    }
    return Object.hasOwn(list, first) ? one(`https://hnrss.org/${first}`, `Hacker News: ${first}`) : null
  }),
  onHost(/^lobste\.rs$/, (_, [first, second]) => {
    if (!first) return one('https://lobste.rs/rss', 'Lobsters')
    if (first.startsWith('~') && !second) return one(`https://lobste.rs/${first}/stories.rss`, first)
    return first === 't' && second ? one(`https://lobste.rs/t/${second}.rss`, second) : null
  }),
  onHost(/^(www\.)?pinterest\.[a-z.]+$/, (url, [user, board]) => {
    if (!user || url.pathname.endsWith('.rss') || /^(pin|search|ideas)$/.test(user)) return null
    return one(`${url.origin}/${user}/${board ?? 'feed'}.rss`, board ?? user)
  }),
  onHost(/^(www\.)?letterboxd\.com$/, (_, [user, second]) =>
    user && !second && !/^(films|lists|members|journal|about)$/.test(user)
      ? one(`https://letterboxd.com/${user}/rss/`, user)
      : null,
  ),
]

/** Mastodon and related software: a profile is /@name on any host, and its feed is beside it. Only a guess, to be checked. */
export function profileFeed(url: URL): string | null {
  if (/(^|\.)(youtube|medium|substack|tiktok|odysee|threads|flipboard)\.(com|net)$/.test(url.hostname))
    return null
  const away = /^\/@([\w.-]+)@([\w-]+(?:\.[\w-]+)+)\/?$/.exec(url.pathname)
  if (away) return `https://${away[2]}/@${away[1]}.rss`
  const tag = /^\/tags\/[^/.]+\/?$/.test(url.pathname)
  const person = /^\/@[\w.-]+\/?$/.test(url.pathname) && !/\.(rss|atom|json)$/.test(url.pathname)
  return person || tag ? `${url.origin}${url.pathname.replace(/\/$/, '')}.rss` : null
}
