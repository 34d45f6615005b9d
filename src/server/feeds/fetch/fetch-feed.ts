/** Fetches a feed once with a conditional request and classifies the response. */
import { hash } from 'node:crypto'
import type { FeedRow } from '../../storage/schema.ts'
import type { PageSource } from '../../../contract/page-address.ts'
import type { ErrorKey } from '../../../contract/errors.ts'
import { fetchProblemMessage } from '../../../contract/fetch-problems.ts'
import { siteOf, type OutboundResponse, type Failure, type Outbound } from '../../outbound/index.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Document } from './document.ts'
import { readSample } from '../samples/samples.ts'
import type { FeedRequest } from './feed-request.ts'
import { challengeIn } from './challenge.ts'
import { withoutCredentials } from './credentials.ts'
import { freshMinutes, locationIn, retryAt } from './headers.ts'
import { sourceOf } from './source.ts'
import { statusText } from './status-text.ts'

/** What the last fetch stored in the feed's row. */
export type FetchState = Pick<FeedRow, 'url' | 'etag' | 'lastModified' | 'bodyHash'> & {
  readonly failures?: number
}
export const NO_FETCH_STATE = { etag: null, lastModified: null, bodyHash: null }

export type { Document }
export type Unchanged = {
  readonly kind: 'unchanged'
  readonly status: number
  readonly movedTo: string | null
  /** As received; null where the response has none. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly wireBytes: number
  readonly freshMinutes: number | null
}
export type Fetched =
  | Document
  | Unchanged
  | { readonly kind: 'gone'; readonly status: number; readonly message: string; readonly wireBytes: number }
  | Failed
export type Failed = {
  readonly kind: 'failed'
  readonly status: number | null
  readonly message: string
  /** Earliest time of the next request, ms since 1970; null without Retry-After. */
  readonly retryAt: number | null
  readonly wireBytes: number
  /** Not the feed's fault: the server stopped during the fetch, or the site is backing off and no request was sent. */
  readonly unasked?: 'stopped' | 'waiting'
  /** How a plugin refuses an address of its scheme at which there is nothing. */
  readonly missing?: ErrorKey
  /** The site that turned this server away with a challenge or a block (challenge.ts). */
  readonly turnedAwayBy?: string
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const ACCEPT_PAGE = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5'

/** Failures between two fetches without validators. */
const FULL_FETCH_EVERY = 8
/** A page costs its site more than a feed does. */
const PAGE_MINUTES = 30
const NO_FETCHER =
  'This feed is fetched through an outside fetcher, and none is set up on this server (FETCHER_URL)'
const SECRETS_IN_THE_CLEAR =
  'The password and the cookie of this feed are sent to https addresses only. Its settings can allow http'
const NEVER_SENT = 'The site says that nothing changed, but has never sent the feed'
const NOT_PARSED = 'The site says that nothing changed since its last answer, and that could not be read'

const failed = (message: string, fields: Partial<Failed> = {}): Failed => ({
  kind: 'failed',
  status: null,
  retryAt: null,
  wireBytes: 0,
  ...fields,
  message: message,
})

type FetchServices = Pick<Pipeline, 'outbound' | 'now' | 'locate' | 'fetcher' | 'recentPages'>

/** @param settings of the one user whom the feed is fetched for @returns never throws */
export async function fetchFeed(
  pipeline: FetchServices,
  feed: FetchState,
  settings: FeedRequest | null = null,
): Promise<Fetched> {
  const located = (await pipeline.locate?.(feed.url)) ?? null
  const source = sourceOf(feed.url, located)
  if (source.kind === 'none') return failed(source.message)
  if (source.kind === 'sample') return fetchSample(feed, source.name)
  if (source.kind === 'page') return fetchPage(pipeline, source.page, feed, settings)
  const fetched = await fetchWeb(pipeline, { url: source.url, accept: ACCEPT }, feed, settings)
  if (!located) return fetched
  if (fetched.kind === 'failed' && fetched.status === 404)
    return { ...fetched, missing: located.scheme.missing as ErrorKey }
  return atLeast(located.scheme.everyMinutes, fetched)
}

/** The feed stays at its address when the page moves: the redirect is followed each time. */
async function fetchPage(
  pipeline: FetchServices,
  page: PageSource,
  feed: FetchState,
  settings: FeedRequest | null,
): Promise<Fetched> {
  const { url, usesFetcher, ...selectors } = page
  const fetched = await fetchWeb(pipeline, { url, accept: ACCEPT_PAGE, usesFetcher }, feed, settings)
  if (fetched.kind === 'unchanged') return atLeast(PAGE_MINUTES, { ...fetched, movedTo: null })
  if (fetched.kind !== 'document') return fetched
  return atLeast(PAGE_MINUTES, { ...fetched, movedTo: null, page: selectors })
}

type WebRequest = { readonly url: string; readonly accept: string; readonly usesFetcher?: boolean }

async function fetchWeb(
  pipeline: FetchServices,
  web: WebRequest,
  feed: FetchState,
  settings: FeedRequest | null,
): Promise<Fetched> {
  const { now, fetcher, recentPages } = pipeline
  const usesFetcher = web.usesFetcher === true || settings?.usesFetcher === true
  if (usesFetcher && !fetcher) return failed(NO_FETCHER)
  if (settings?.hasSecrets && !usesFetcher && !settings.allowsInsecure && web.url.startsWith('http:'))
    return failed(SECRETS_IN_THE_CLEAR)
  const send = () =>
    usesFetcher && fetcher ? fetcher.ask(web.url) : request(pipeline.outbound, web, feed, settings)
  // Pages are shared by all users who pick on them.
  const shared = settings?.hasSecrets ? null : recentPages
  const response = await (shared ? shared.of(`${usesFetcher} ${web.url}`, send) : send())
  if (!response.ok) return failed(response.message, notRequested(response))
  const fetched = toFetched(response, feed, now())
  return settings ? ofOneUser(fetched, settings) : fetched
}

const atLeast = (minutes: number, fetched: Fetched): Fetched =>
  fetched.kind === 'document' || fetched.kind === 'unchanged'
    ? { ...fetched, freshMinutes: Math.max(minutes, fetched.freshMinutes ?? 0) }
    : fetched

const notRequested = ({ kind, until }: Failure): Partial<Failed> =>
  kind === 'stopped' || kind === 'waiting' ? { unasked: kind, retryAt: until ?? null } : {}

/** The feed keeps its address: at the new one it would be merged with the public feed. */
function ofOneUser(fetched: Fetched, { ignoresEdits }: FeedRequest): Fetched {
  if (fetched.kind === 'document') return { ...fetched, movedTo: null, ignoresEdits }
  return fetched.kind === 'unchanged' ? { ...fetched, movedTo: null } : fetched
}

const request = (
  outbound: Outbound,
  { url, accept }: WebRequest,
  feed: FetchState,
  settings: FeedRequest | null,
) =>
  outbound.ask(url, {
    headers: { accept, ...validatorsOf(feed), ...settings?.headers },
    ...(settings && { route: settings.route }),
    // Failing feeds may hang, so they queue behind working ones.
    urgency: (feed.failures ?? 0) > 0 ? -1 : 0,
  })

/** A document that could not be parsed is only rarely fetched in full: a newer version may parse it. */
function validatorsOf({ etag, lastModified, bodyHash, failures = 0 }: FetchState): Record<string, string> {
  if (bodyHash === null && failures % FULL_FETCH_EVERY === 0) return {}
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

function toFetched(response: OutboundResponse, feed: FetchState, now: number): Fetched {
  const { status, headers, wireBytes } = response
  const [url, movedTo] = [
    withoutCredentials(response.url),
    response.movedTo && withoutCredentials(response.movedTo),
  ]
  const fresh = freshMinutes(headers, now)
  if (status === 304) {
    const validators = { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null }
    if (feed.bodyHash)
      return {
        kind: 'unchanged',
        status,
        movedTo,
        ...validators,
        wireBytes,
        freshMinutes: fresh,
      }
    const message = (feed.etag ?? feed.lastModified) ? NOT_PARSED : NEVER_SENT
    return failed(message, { status })
  }
  const challenge = challengeIn(response)
  if (challenge)
    return failed(fetchProblemMessage(challenge, status), {
      status,
      wireBytes,
      retryAt: retryAt(headers['retry-after'], now),
      turnedAwayBy: siteOf(new URL(response.url)),
    })
  if (status === 410) return { kind: 'gone', status, message: statusText(status), wireBytes }
  if (status < 200 || status > 299)
    return failed(statusText(status), { status, wireBytes, retryAt: retryAt(headers['retry-after'], now) })
  return {
    kind: 'document',
    status,
    url,
    movedTo,
    bytes: response.bytes,
    contentType: headers['content-type'] ?? null,
    etag: headers['etag'] ?? null,
    lastModified: headers['last-modified'] ?? null,
    bodyHash: hashOf(response.bytes),
    links: headers['link'] ?? null,
    spoken: headers['content-language'] ?? null,
    location: locationIn(headers['content-location'], url),
    freshMinutes: fresh,
    wireBytes,
  }
}

async function fetchSample(feed: FetchState, name: string): Promise<Fetched> {
  const bytes = await readSample(name)
  if (!bytes) return failed('There is no sample of this name', { status: 404 })
  const document = { kind: 'document', status: 200, url: feed.url, movedTo: null, contentType: null } as const
  const validators = {
    etag: null,
    lastModified: null,
    bodyHash: hashOf(bytes),
    links: null,
    freshMinutes: null,
  }
  return { ...document, ...validators, bytes, wireBytes: bytes.length }
}

const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')
