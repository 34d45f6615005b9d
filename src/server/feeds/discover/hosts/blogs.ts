/** Hosts of blogs and newsletters. */
import { onHost, one, type Rule } from './rule.ts'

const MEDIUM_OWN = /^(feed|m|me|search|about|policy|tags|topics|new-story|membership|creators|plans|p)$/

export const blogs: readonly Rule[] = [
  onHost(/^(www\.)?medium\.com$/, (_, [first, second, third]) => {
    if (!first || MEDIUM_OWN.test(first)) return null
    if (first === 'tag' && second) return one(`https://medium.com/feed/tag/${second}`, `#${second}`)
    if (second === 'tagged' && third)
      return one(`https://medium.com/feed/${first}/tagged/${third}`, `${first}: ${third}`)
    return one(`https://medium.com/feed/${first}`, first)
  }),
  onHost(/^[\w-]+\.(medium|substack)\.com$/, (url, [first, publication]) => {
    if (first === 'feed' || /^(www|help|support)\./.test(url.hostname)) return null
    if (url.hostname === 'open.substack.com')
      return first === 'pub' && publication
        ? one(`https://${publication}.substack.com/feed`, publication)
        : null
    return one(`${url.origin}/feed`)
  }),
  onHost(/^(www\.)?substack\.com$/, (_, [first]) =>
    first?.startsWith('@') ? one(`https://${first.slice(1)}.substack.com/feed`, first) : null,
  ),
  onHost(/^(www\.)?tumblr\.com$/, (_, [first, second]) => {
    const name = first === 'blog' && second ? (second === 'view' ? undefined : second) : first
    return name && !/^(tagged|explore|login|dashboard|search|register|about|help|settings)$/.test(name)
      ? one(`https://${name.replace('@', '')}.tumblr.com/rss`, name)
      : null
  }),
  onHost(/^(?!www\.)[\w-]+\.tumblr\.com$/, (url, [first, tag]) => {
    if (url.pathname.endsWith('/rss')) return null
    return first === 'tagged' && tag
      ? one(`${url.origin}/tagged/${tag}/rss`, `#${tag}`)
      : one(`${url.origin}/rss`)
  }),
  onHost(/^(?!www\.)[\w-]+\.wordpress\.com$/, (url, [first, second, third]) => {
    if (/\/feed\/?/.test(url.pathname)) return null
    if ((first === 'category' || first === 'tag' || first === 'author') && second)
      return one(`${url.origin}/${[first, second, third].filter(Boolean).join('/')}/feed/`, second)
    return one(`${url.origin}/feed/`)
  }),
  onHost(/^[\w-]+\.blogspot\.[a-z.]+$/, (url, path) => {
    const [first, second, label] = path
    if (first === 'feeds') return null
    const posts = `${url.origin}/feeds/posts/default`
    return first === 'search' && second === 'label' && label ? one(`${posts}/-/${label}`, label) : one(posts)
  }),
  onHost(/^[\w-]+\.(hashnode\.dev)$/, (url, [first]) =>
    first === 'rss.xml' ? null : one(`${url.origin}/rss.xml`),
  ),
  onHost(/^(?!www\.)[\w-]+\.(micro\.blog|bearblog\.dev|write\.as|ghost\.io)$/, (url, [first]) => {
    if (first === 'feed' || first === 'rss' || first === 'feed.xml') return null
    const path = url.hostname.endsWith('micro.blog')
      ? '/feed.xml'
      : url.hostname.endsWith('ghost.io')
        ? '/rss/'
        : '/feed/'
    return one(`${url.origin}${path}`)
  }),
  onHost(/^arxiv\.org$/, (_, [first, category]) =>
    first === 'list' && category ? one(`https://rss.arxiv.org/rss/${category}`, category) : null,
  ),
]
