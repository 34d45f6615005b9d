/** Finds the comments that an entry names. Pure. */
import { COMMENTS, REPLIES, type ThreadServiceName } from '../../contract/threads.ts'
import type { Extra } from '../../contract/shapes.ts'
import { bluesky } from './services/bluesky.ts'
import { hackerNews } from './services/hacker-news.ts'
import { lobsters } from './services/lobsters.ts'
import { mastodon } from './services/mastodon.ts'
import { reddit } from './services/reddit.ts'
import type { Bases, ThreadService } from './services/service.ts'

export const services: Readonly<Record<Exclude<ThreadServiceName, 'feed'>, ThreadService>> = {
  hackerNews,
  lobsters,
  reddit,
  bluesky,
  // The last: it knows its pages by their paths alone.
  mastodon,
}

export const PUBLIC_BASES: Bases = {
  hackerNews: 'https://hn.algolia.com',
  lobsters: 'https://lobste.rs',
  reddit: 'https://www.reddit.com',
  bluesky: 'https://public.api.bsky.app',
}

export type ThreadSource = {
  readonly service: ThreadServiceName
  /** What is requested. */
  readonly request: string
  /** The page of the comments. */
  readonly page: string | null
}

type EntryLinks = {
  readonly url: string | null
  readonly extra: Extra | null
  /** Markup. */
  readonly content: string | null
}

/** Pages of comments of link aggregators: other links in an entry are not about it. */
const AGGREGATORS =
  /https?:\/\/(?:news\.ycombinator\.com\/item\?id=\d+|lobste\.rs\/s\/[a-z\d]+|(?:www\.|old\.)?reddit\.com\/r\/\w+\/comments\/\w+)/

/** The page of comments that the feed names, the entry's own, the aggregator's in its text; else the feed of its comments. */
export function threadSourceOf({ url, extra, content }: EntryLinks, bases: Bases): ThreadSource | null {
  const links = extra?.links ?? []
  const named = (type: string) => links.find((link) => link.type === type)?.url ?? null
  const page = named(COMMENTS)
  for (const one of [page, url, AGGREGATORS.exec(content ?? '')?.[0] ?? null]) {
    const source = one === null ? null : sourceOfPage(one, bases)
    if (source) return source
  }
  const feed = named(REPLIES)
  return feed === null ? null : { service: 'feed', request: feed, page: page ?? url }
}

function sourceOfPage(page: string, bases: Bases): ThreadSource | null {
  const parsed = URL.parse(page)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null
  for (const [service, { requestOf }] of Object.entries(services)) {
    const request = requestOf(parsed, bases)
    if (request !== null) return { service: service as ThreadServiceName, request, page }
  }
  return null
}
