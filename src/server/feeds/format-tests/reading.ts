/** Shared by the tables: from a small document to what a reader sees. */
import type { ParsedEntry, ParsedFeed } from '../parsed-feed.ts'
import { readDocument } from '../read-document.ts'

export const NOW = Date.UTC(2026, 10, 21)
const URL_OF_FEED = 'http://site.example/feeds/all.xml'
export type Seen = {
  readonly feed: ParsedFeed
  readonly entries: readonly ParsedEntry[]
  readonly rescued: readonly string[]
}

/** @throws with the message of a refusal */
export async function reading(
  document: string | Uint8Array,
  {
    contentType = null,
    url = URL_OF_FEED,
    ...text
  }: { contentType?: string | null; url?: string; spoken?: string | null; location?: string | null } = {},
): Promise<Seen> {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document
  const result = await readDocument({ bytes, contentType, url, ...text }, NOW)
  if (!result.ok) throw new Error(result.message)
  return result
}

const NAMESPACES = `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"
  xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"`

export const rss = (channel: string): string =>
  `<rss version="2.0" ${NAMESPACES}><channel>${channel}</channel></rss>`
export const item = (fields: string): string => rss(`<title>Site</title><item>${fields}</item>`)
export const atom = (fields: string): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${NAMESPACES}>${fields}</feed>`
export const entry = (fields: string): string => atom(`<title>Site</title><entry>${fields}</entry>`)
export const old = (fields: string): string =>
  `<feed version="0.3" xmlns="http://purl.org/atom/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><entry>${fields}</entry></feed>`
export const rdf = (channel: string, items: string): string =>
  `<rdf:RDF xmlns="http://purl.org/rss/1.0/" ${NAMESPACES}><channel rdf:about="http://site.example/">${channel}</channel>${items}</rdf:RDF>`
