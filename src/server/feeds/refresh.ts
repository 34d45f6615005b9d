/** The pipeline of one fetch: fetch → decode → parse → normalise → sanitise → store. */
import { siteOf } from '../outbound/index.ts'
import { feedRequestOf, isRequestedForUser } from '../storage/feeds/feed-requests.ts'
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import { requestSettingsOf } from './fetch/feed-request.ts'
import { fetchFeed, type Document, type Fetched, type Unchanged } from './fetch/fetch-feed.ts'
import type { ParsedEntry } from './parsed-feed.ts'
import type { Pipeline } from './pipeline.ts'
import type { IsolatedReader } from './isolated-reader.ts'
import type { Material } from './read-document.ts'
import { afterFailure, afterUnchanged, paceOf } from './schedule/next.ts'
import type { Finished } from './store/finish.ts'
import { hasRoom } from './store/has-room.ts'
import { pageTextOf } from './store/page-texts.ts'
import type { Fetch } from './store/store-document.ts'
import { storeMove } from './store/move-feed.ts'
import { changeSchedule, type Due } from '../storage/feeds/feed-schedule.ts'
import type { Sites } from './schedule/sites.ts'
import type { Hubs } from './websub/hubs.ts'

export type Crawl = Pipeline & {
  readonly quietly: (finished: Finished) => Promise<void>
  readonly store: (fetch: Fetch) => Promise<FeedFetchRow>
  readonly turn: IsolatedReader['turn']
  readonly read: IsolatedReader['read']
  readonly hubs: Hubs
  readonly sites: Pick<Sites, 'turnedAway' | 'served'>
}
type FetchOutcome = Exclude<Fetched, { kind: 'document' }> & Partial<Pick<FeedRow, 'etag' | 'lastModified'>>

/** Fetches a feed once and stores the result. @returns the row of its fetch history @throws when interrupted or when storing fails */
export async function refreshFeed(crawl: Crawl, feed: Due): Promise<FeedFetchRow> {
  const startedAt = crawl.now()
  const fetched = await fetchFeed(crawl, feed, await requestSettingsOf(crawl, feed))
  if (fetched.kind === 'failed' && fetched.unasked === 'stopped') throw new Error(fetched.message)
  if (fetched.kind === 'document') crawl.sites.served(siteOf(new URL(fetched.url)))
  if (fetched.kind !== 'document') return finishWithoutDocument(crawl, feed, fetched, startedAt)
  if (fetched.bodyHash === feed.bodyHash && fetched.movedTo === null)
    return finishWithoutDocument(crawl, feed, { ...fetched, kind: 'unchanged' }, startedAt)
  const pageText = fetched.page?.changes ? await pageTextOf(crawl.storage.db, feed.id, startedAt) : null
  if (pageText?.isDue === false) {
    // Of the text that is stored, so that a later fetch finds the change.
    const { etag, lastModified } = feed
    return finishWithoutDocument(
      crawl,
      feed,
      { ...fetched, kind: 'unchanged', etag, lastModified },
      startedAt,
    )
  }
  const release = await crawl.turn(fetched)
  return finishDocument(crawl, feed, { ...fetched, before: pageText?.text ?? null }, startedAt, release)
}

async function finishDocument(
  crawl: Crawl,
  feed: Due,
  fetched: Document & Pick<Material, 'before'>,
  startedAt: number,
  release: () => void,
): Promise<FeedFetchRow> {
  const read = await crawl.read(fetched, crawl.now()).finally(release)
  if (read.ok && fetched.page?.changes && read.pageText === undefined)
    return finishWithoutDocument(crawl, feed, { ...fetched, kind: 'unchanged' }, startedAt)
  if (read.ok && (await isFull(crawl, feed, read.entries))) {
    const { status, wireBytes } = fetched
    const full = { kind: 'failed', status, message: FULL, retryAt: null, wireBytes } as const
    return finishWithoutDocument(crawl, feed, full, startedAt)
  }
  if (read.ok) {
    const minimumWaits = [await crawl.hubs.minutes(feed)]
    const stored = await crawl.store({
      feed,
      document: fetched,
      read,
      began: startedAt,
      minimumWaits: minimumWaits,
    })
    // A hub pushes the public feed.
    if (!isRequestedForUser(feed.url)) await crawl.hubs.polled(feed, read.offer, stored.newEntries)
    return stored
  }
  const { status, wireBytes, etag, lastModified } = fetched
  const broken = { kind: 'failed', status, message: read.message, retryAt: null, wireBytes } as const
  return finishWithoutDocument(crawl, feed, { ...broken, etag, lastModified }, startedAt)
}

const FULL = 'Your account has no room left for new entries of this feed, which is fetched for you alone'

/** Entries of a user's own feed count against that user's space. */
async function isFull(crawl: Crawl, { id, url }: FeedRow, entries: readonly ParsedEntry[]): Promise<boolean> {
  const request = isRequestedForUser(url) ? await feedRequestOf(crawl.storage, id) : undefined
  return request !== undefined && !(await hasRoom(crawl, { userId: request.userId, feedId: id }, entries))
}

async function finishWithoutDocument(
  crawl: Crawl,
  feed: Due,
  outcome: FetchOutcome,
  startedAt: number,
): Promise<FeedFetchRow> {
  const at = crawl.now()
  const moved = outcome.kind === 'unchanged' ? outcome.movedTo : null
  const fetch: FeedFetchRow = {
    feedId: feed.id,
    at,
    status: outcome.status,
    outcome: moved ? 'moved' : outcome.kind,
    message: moved ? `The feed moved to ${moved}` : outcome.kind === 'unchanged' ? null : outcome.message,
    newEntries: 0,
    bytes: outcome.wireBytes,
    milliseconds: Math.max(0, at - startedAt),
  }
  if (outcome.kind === 'failed' && outcome.unasked === 'waiting')
    return postpone(crawl, feed, fetch, outcome.retryAt ?? at)
  const state =
    outcome.kind === 'unchanged'
      ? await stateAfterUnchanged(crawl, feed, outcome, at)
      : stateAfterFailure(crawl, feed, outcome, at)
  if (outcome.kind === 'failed' && outcome.turnedAwayBy)
    crawl.sites.turnedAway(outcome.turnedAwayBy, state.nextFetchAt ?? at)
  if (moved) await storeMove(crawl.storage, feed, moved, { feedId: feed.id, state, fetch })
  else await crawl.quietly({ feedId: feed.id, state, fetch })
  return fetch
}

/** No request was sent, so only the time of the next one is stored. */
async function postpone({ storage, share }: Crawl, feed: FeedRow, fetch: FeedFetchRow, until: number) {
  // Spread the feeds of a site over a minute after its back-off.
  const nextFetchAt = Math.round(until + 60_000 * share(feed.id))
  await changeSchedule(storage.db, feed.id, { nextFetchAt, waitUntil: until, lease: 0 })
  return fetch
}

/** Repeated requests of a user for a feed must not delay its scheduled fetches. */
const isAheadOfTime = ({ byReader, nextFetchAt }: Due, now: number): boolean =>
  byReader === true && now < nextFetchAt

async function stateAfterUnchanged(
  { hubs, share }: Crawl,
  feed: Due,
  outcome: Unchanged,
  now: number,
): Promise<Partial<FeedRow>> {
  const waited = feed.checkedAt === null ? null : (feed.nextFetchAt - feed.checkedAt) / 60_000
  const minimumWaits = [outcome.freshMinutes, await hubs.minutes(feed)]
  const pace = paceOf(feed, { now, share: share(feed.id), minimumWaits: minimumWaits })
  return {
    checkedAt: now,
    nextFetchAt: isAheadOfTime(feed, now)
      ? Math.max(feed.nextFetchAt, afterUnchanged(pace, null))
      : afterUnchanged(pace, waited),
    // A 304 may omit unchanged validators (RFC 9110 15.4.5).
    etag: outcome.etag ?? (outcome.status === 304 ? feed.etag : null),
    lastModified: outcome.lastModified ?? (outcome.status === 304 ? feed.lastModified : null),
    errorMessage: null,
    errorAt: null,
    failures: 0,
    waitUntil: null,
  }
}

function stateAfterFailure(
  { share }: Crawl,
  feed: Due,
  outcome: Exclude<FetchOutcome, Unchanged>,
  now: number,
): Partial<FeedRow> {
  const isExtra = feed.failures > 0 && isAheadOfTime(feed, now)
  const failures = isExtra ? feed.failures : feed.failures + 1
  const waitUntil = outcome.kind === 'failed' ? outcome.retryAt : null
  const pace = { ...paceOf(feed, { now, share: share(feed.id) }), minimumWaits: [] }
  return {
    checkedAt: now,
    nextFetchAt: isExtra
      ? Math.max(feed.nextFetchAt, afterFailure(pace, 1, waitUntil))
      : afterFailure(pace, failures, waitUntil),
    errorMessage: outcome.message,
    errorAt: now,
    failures,
    waitUntil,
    gone: outcome.kind === 'gone' ? 1 : feed.gone,
    // A document that could not be parsed is fetched again only when it changes.
    ...('etag' in outcome
      ? { etag: outcome.etag ?? null, lastModified: outcome.lastModified ?? null, bodyHash: null }
      : {}),
  }
}
