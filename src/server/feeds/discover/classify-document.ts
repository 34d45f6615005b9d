/** Classifies a document: a feed, or a page that may link to one. Pure. */
import { decode } from '../decode/decode.ts'
import { readDocument, type ReadResult } from '../read-document.ts'
import { generatedFeeds } from './generators.ts'
import { podcastFeed } from './hosts.ts'
import { linkedFeeds } from './linked-feeds.ts'
import type { PageFeeds } from './page.ts'

/** A page may name thousands. */
const FEEDS_MAX = 200

/** Feeds named by a page, or by any document that is no feed. */
export type PageLook = {
  readonly offered: PageFeeds
  /** Guessed from the software that generated the page. */
  readonly generated: readonly string[]
  /** The feed named in Apple's responses. */
  readonly podcast: string | null
}
export type FirstLook =
  | { readonly kind: 'feed'; readonly read: Extract<ReadResult, { ok: true }> }
  | { readonly kind: 'page'; readonly message: string; readonly page: PageLook }

/** @param now ms since 1970, the ceiling for dates */
export async function firstLookAt(
  document: Parameters<typeof readDocument>[0],
  now: number,
): Promise<FirstLook> {
  const read = await readDocument(document, now)
  if (read.ok) return { kind: 'feed', read }
  const html = decode(document.bytes, document.contentType).text
  const offered = linkedFeeds(html, document.url, document.links ?? null)
  return {
    kind: 'page',
    message: read.message,
    page: {
      offered: {
        ...offered,
        declared: offered.declared.slice(0, FEEDS_MAX),
        guessed: offered.guessed.slice(0, FEEDS_MAX),
      },
      generated: generatedFeeds(html, document.url),
      podcast: podcastFeed(html),
    },
  }
}
