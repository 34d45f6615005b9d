/** Asks for a feed once, politely, and says what came of it. */
import { createHash } from 'node:crypto'
import type { FeedRow } from '../../storage/schema.ts'
import type { Answer, Outbound } from '../../outbound/index.ts'
import type { Pipeline } from '../pipeline.ts'
import { readSample } from '../samples/samples.ts'
import { freshMinutes, retryAt } from './headers.ts'
import { sourceOf } from './source.ts'
import { statusWords } from './status-words.ts'

/** What the last fetch left on the feed's row. */
export type Remembered = Pick<FeedRow, 'url' | 'etag' | 'lastModified' | 'bodyHash'>
export const NOTHING_REMEMBERED = { etag: null, lastModified: null, bodyHash: null }

export type Document = {
  readonly kind: 'document'
  readonly status: number
  /** Where it came from after all redirects. */
  readonly url: string
  readonly movedTo: string | null
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** As received, for the next fetch. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string
  readonly freshMinutes: number | null
  readonly wireBytes: number
}
export type Fetched =
  | Document
  | {
      readonly kind: 'unchanged'
      readonly status: number
      readonly wireBytes: number
      readonly freshMinutes: number | null
    }
  | { readonly kind: 'gone'; readonly status: number; readonly words: string; readonly wireBytes: number }
  | Failed
export type Failed = {
  readonly kind: 'failed'
  readonly status: number | null
  readonly words: string
  /** Not before this time, in ms since 1970; null when the site said nothing. */
  readonly retryAt: number | null
  readonly wireBytes: number
  /** The server stopped in mid-fetch: no fault of the feed. */
  readonly interrupted?: boolean
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const failed = (words: string, rest: Partial<Failed> = {}): Failed => ({
  kind: 'failed',
  status: null,
  retryAt: null,
  wireBytes: 0,
  ...rest,
  words,
})

/** @returns never throws */
export async function fetchFeed(
  { config, outbound, now }: Pick<Pipeline, 'config' | 'outbound' | 'now'>,
  feed: Remembered,
): Promise<Fetched> {
  const source = sourceOf(feed.url, config)
  if (source.kind === 'none') return failed(source.words)
  if (source.kind === 'sample') return sampled(feed, source.name)
  const answer = await asked(outbound, source.url, feed)
  if (!answer.ok) return failed(answer.words, { interrupted: answer.kind === 'stopped' })
  return judged(answer, feed, now())
}

const asked = (outbound: Outbound, url: string, { etag, lastModified }: Remembered) =>
  outbound.ask(url, {
    headers: {
      accept: ACCEPT,
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(lastModified ? { 'if-modified-since': lastModified } : {}),
    },
  })

function judged(answer: Answer, feed: Remembered, now: number): Fetched {
  const { status, headers, wireBytes } = answer
  const fresh = freshMinutes(headers)
  if (status === 304) {
    if (feed.bodyHash) return { kind: 'unchanged', status, wireBytes, freshMinutes: fresh }
    return failed('The site says that nothing changed, but has never sent the feed', { status })
  }
  if (status === 410) return { kind: 'gone', status, words: statusWords(status), wireBytes }
  if (status < 200 || status > 299)
    return failed(statusWords(status), { status, wireBytes, retryAt: retryAt(headers['retry-after'], now) })
  return {
    kind: 'document',
    status,
    url: answer.url,
    movedTo: answer.movedTo,
    bytes: answer.bytes,
    contentType: headers['content-type'] ?? null,
    etag: headers['etag'] ?? null,
    lastModified: headers['last-modified'] ?? null,
    bodyHash: hashOf(answer.bytes),
    freshMinutes: fresh,
    wireBytes,
  }
}

async function sampled(feed: Remembered, name: string): Promise<Fetched> {
  const bytes = await readSample(name)
  if (!bytes) return failed('There is no sample of this name', { status: 404 })
  const document = { kind: 'document', status: 200, url: feed.url, movedTo: null, contentType: null } as const
  const validators = { etag: null, lastModified: null, bodyHash: hashOf(bytes), freshMinutes: null }
  return { ...document, ...validators, bytes, wireBytes: bytes.length }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')
