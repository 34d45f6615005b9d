/** The hub links of a feed (WebSub), in its document or its Link header. */
import { elementsIn, first, type Element } from '../parse/element.ts'
import type { ParseResult } from '../parse/parse.ts'

/** @property topic the feed's canonical address; null when it declares none */
export type HubLinks = { readonly hub: string; readonly topic: string | null }
type Links = { readonly hub?: string | undefined; readonly self?: string | undefined }

/** @param url the document's address @param linkHeader the Link header; it takes precedence over the document (WebSub 4) */
export function hubLinksOf(parsed: ParseResult, url: string, linkHeader: string | null): HubLinks | null {
  const links = { ...linksOfDocument(parsed), ...withoutEmpty(linksOfHeader(linkHeader ?? '')) }
  const hub = webAddress(links.hub, url)
  return hub ? { hub, topic: webAddress(links.self, url) } : null
}

function linksOfDocument(parsed: ParseResult): Links {
  if (parsed.format === 'json') return linksOfJson(parsed.feed)
  const channel = first(parsed.root, 'channel') ?? parsed.root
  const links = elementsIn(channel).filter(({ local }) => local === 'link')
  return { hub: hrefOf(links, 'hub'), self: hrefOf(links, 'self') }
}

const hrefOf = (links: readonly Element[], rel: string): string | undefined =>
  links.find(({ attributes }) => hasRel(attributes['rel'] ?? '', rel))?.attributes['href']

const hasRel = (list: string, rel: string): boolean => list.toLowerCase().split(/\s+/).includes(rel)

function linksOfJson(feed: Readonly<Record<string, unknown>>): Links {
  const hubs: readonly unknown[] = Array.isArray(feed['hubs']) ? feed['hubs'] : []
  const hub = hubs
    .map((one) => (typeof one === 'object' && one !== null && 'url' in one ? one.url : null))
    .find((address) => typeof address === 'string')
  const self = feed['feed_url']
  return { hub, self: typeof self === 'string' ? self : undefined }
}

/** `<https://hub.example/>; rel="hub", <https://site.example/feed>; rel=self` */
function linksOfHeader(header: string): Links {
  const links = [...header.slice(0, 10_000).matchAll(/<([^<>]*)>([^<]*)/g)].map(
    ([, href = '', parameters = '']) => ({
      href,
      rel: /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)?.slice(1).find(Boolean) ?? '',
    }),
  )
  const of = (rel: string) => links.find((link) => hasRel(link.rel, rel))?.href
  return { hub: of('hub'), self: of('self') }
}

const withoutEmpty = ({ hub, self }: Links): Links => ({ ...(hub ? { hub } : {}), ...(self ? { self } : {}) })

function webAddress(href: string | undefined, base: string): string | null {
  const url = href ? URL.parse(href.trim(), base) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
