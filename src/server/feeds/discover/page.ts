/** Finds the feeds that a web page links to. Pure. */
import { parseMarkup } from '../../parsing/markup.ts'
import { plainText } from '../normalise/text.ts'
import type { DiscoveredFeed } from './hosts/rule.ts'

/** `application/rss+xml` and its common misspellings: `text/rss`, `application/x.atom+xml`, `rss/xml`, `json+feed`. */
const FEED_TYPE =
  /^(application|text)\/(x[.-]|vnd\.)?(rss|atom|rdf|feed)\b|^application\/(xml|json)\+(rss|atom|feed)\b|^(x-)?(rss|atom)([/+]xml)?\b/i
const PLAIN_TYPE = /^(application|text)\/(xml|json)\s*(;|$)/i
const FEED_PATH =
  /(^|[/._-])(feed|feeds|rss|rss2|atom|rdf|syndication)([/._-]|$)|\.(rss|atom|rdf)$|[?&](feed|format|type|alt)=(rss|atom|rdf)/i
const FEED_WORDS = /\b(rss|atom|feed|subscribe to (the )?(blog|feed)|json feed)\b/i
const FEED_SCHEME = /^(feed|rss|pcast|itpc|itms-?pcast|podcast):(\/\/)?/i
const FEED_HOST = /^(feeds?|rss)\d*\.|(^|\.)feedburner\.com$/i
const COMMENTS = /comment|replies/i

/** JSON and XML links that are no feeds: oEmbed, and the raw data of posts. */
const NOT_FEEDS = /oembed|wp-json|\/api\/|manifest|\.webmanifest|opensearch|rsd(\.xml)?$/i

export type PageFeeds = {
  /** Named by link elements, best first. */
  readonly declared: readonly DiscoveredFeed[]
  /** Candidates from ordinary links, best first; each must be fetched to check. */
  readonly guessed: readonly string[]
  /** Target of a meta refresh. */
  readonly movesTo: string | null
}

type PageLinks = {
  readonly declared: DiscoveredFeed[]
  readonly guessed: { url: string; weight: number }[]
  movesTo: string | null
}
type Attributes = Readonly<Record<string, string>>

/** @param url of the page, after redirects */
export function feedsInPage(html: string, url: string): PageFeeds {
  const base = baseIn(html, url)
  let anchor: { href: string; text: string } | null = null
  const links: PageLinks = { declared: [], guessed: [], movesTo: null }
  const resolve = (href: string): string | null => {
    const address = feedAddress(href, base)
    // A page is not its own feed.
    return address === url.replace(/#.*$/s, '') ? null : address
  }
  parseMarkup(html, {
    onopentag(name, attributes) {
      if (name === 'link') addDeclared(links, attributes, resolve)
      if (name === 'meta') addRedirect(links, attributes, resolve)
      if ((name === 'a' || name === 'area') && FEED_TYPE.test(attributes['type'] ?? ''))
        addDeclared(links, attributes, resolve)
      if (name === 'a')
        anchor = {
          href: attributes['href'] ?? '',
          text: attributes['title'] ?? attributes['aria-label'] ?? '',
        }
      if (name === 'img' && anchor) anchor.text += ` ${attributes['alt'] ?? ''}`
    },
    ontext(text) {
      if (anchor) anchor.text += text
    },
    onclosetag(name) {
      if (name !== 'a' || !anchor) return
      addGuess(links, anchor, resolve, url)
      anchor = null
    },
  })
  const declared = distinct(
    links.declared.toSorted((a, b) => weightOf(a) - weightOf(b)),
    ({ url: address }) => address,
  )
  const declaredUrls = new Set(declared.map(({ url: address }) => address))
  const guessed = links.guessed.toSorted((a, b) => b.weight - a.weight).map(({ url: address }) => address)
  return {
    declared,
    guessed: distinct(guessed, (address) => address).filter((address) => !declaredUrls.has(address)),
    movesTo: links.movesTo,
  }
}

/** A `base` element applies to the whole page, also to elements before it. */
function baseIn(html: string, url: string): string {
  if (!/<base\s/i.test(html)) return url
  let baseHref: string | undefined
  parseMarkup(html, (parser) => ({
    onopentag(name, attributes) {
      if (name === 'base') baseHref ??= attributes['href']
      if (name === 'body') parser.pause()
    },
  }))
  return baseHref === undefined ? url : (feedAddress(baseHref, url) ?? url)
}

function feedAddress(href: string, base: string): string | null {
  const parsed = URL.parse(
    href
      .trim()
      .replace(/^(feed|rss|pcast|itpc|itms-?pcast|podcast):(?:\/\/)?(?=https?:)/i, '')
      // Use the page's own scheme, which is known to work.
      .replace(FEED_SCHEME, (scheme) => (scheme.endsWith('//') ? '//' : '')),
    base,
  )
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null
  parsed.hash = ''
  return parsed.href
}

function addDeclared(
  links: PageLinks,
  attributes: Attributes,
  resolve: (href: string) => string | null,
): void {
  const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
  const type = (attributes['type'] ?? '').trim()
  const href = attributes['href'] ?? ''
  const url = href && isFeedLink(rel, type, href, attributes) ? resolve(href) : null
  if (url && !NOT_FEEDS.test(url)) links.declared.push({ url, title: plainText(attributes['title'], 200) })
}

function isFeedLink(rel: readonly string[], type: string, href: string, attributes: Attributes): boolean {
  if (rel.includes('feed') || rel.includes('service.feed')) return true
  const isOtherRelation = rel.some((relation) =>
    /^(edit|edituri|stylesheet|search|icon|preload|prefetch|manifest|replies|meta|license|describedby)$/.test(
      relation,
    ),
  )
  if (FEED_TYPE.test(type)) return !isOtherRelation
  if (!rel.includes('alternate')) return false
  if (PLAIN_TYPE.test(type))
    return FEED_PATH.test(href) || /\bjson$/i.test(type) || /\.(xml|json)(\?|$)/i.test(href)
  return (
    type === '' &&
    attributes['hreflang'] === undefined &&
    attributes['media'] === undefined &&
    FEED_PATH.test(href)
  )
}

function addRedirect(
  links: PageLinks,
  attributes: Attributes,
  resolve: (href: string) => string | null,
): void {
  if (!/^refresh$/i.test(attributes['http-equiv'] ?? '')) return
  // Collapse white space first: a long run would make the `\s*` of the pattern backtrack.
  const content = (attributes['content'] ?? '').replace(/\s+/g, ' ')
  const target = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(content)?.[1]
  links.movesTo ??= target ? resolve(target) : null
}

function addGuess(
  links: PageLinks,
  anchor: { href: string; text: string },
  resolve: (href: string) => string | null,
  page: string,
): void {
  const url = anchor.href === '' || anchor.href.startsWith('#') ? null : resolve(anchor.href)
  if (!url || url === page) return
  const target = new URL(url)
  const weight =
    (FEED_PATH.test(target.pathname + target.search) || FEED_SCHEME.test(anchor.href) ? 2 : 0) +
    (FEED_HOST.test(target.hostname) && target.pathname !== '/' ? 1.5 : 0) +
    (/\.(xml|rss|atom|rdf)$/i.test(target.pathname) ? 1 : 0) +
    (FEED_WORDS.test(anchor.text) ? 1 : 0) -
    (COMMENTS.test(url) ? 2 : 0) +
    (target.hostname === new URL(page).hostname ? 0.5 : 0)
  if (weight >= 1.5) links.guessed.push({ url, weight })
}

/** The feeds of a Link header (RFC 8288). @param header the header's value; several are joined with commas */
export function feedsInHeader(header: string | null, url: string): DiscoveredFeed[] {
  const links: PageLinks = { declared: [], guessed: [], movesTo: null }
  for (const [, href = '', parameters = ''] of (header ?? '').matchAll(
    /<([^<>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"[^"]*"|[^",;]*))?)*)/g,
  )) {
    const named = [...parameters.matchAll(/([^\s=;,]+)\s*=\s*(?:"([^"]*)"|([^",;\s]*))/g)]
    const attributes = Object.fromEntries(
      named.map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']),
    )
    addDeclared(links, { ...attributes, href }, (address) => feedAddress(address, url))
  }
  return links.declared
}

/** Feeds of comments come after feeds of articles. */
const weightOf = ({ url, title }: DiscoveredFeed): number =>
  COMMENTS.test(url) || COMMENTS.test(title ?? '') ? 1 : 0

function distinct<T>(list: readonly T[], key: (item: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((item) => !seen.has(key(item)) && seen.add(key(item)))
}
