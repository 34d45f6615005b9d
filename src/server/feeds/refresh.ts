/** The pipeline as one line: fetch → decode → parse → normalise → sanitise → store. */
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import { fetchFeed, type Document, type Fetched, type Unchanged } from './fetch/fetch-feed.ts'
import type { Pipeline } from './pipeline.ts'
import type { ReadApart } from './read-apart.ts'
import { afterFailure, afterUnchanged, paceOf } from './schedule/next.ts'
import type { Finished } from './store/finish.ts'
import type { Fetch } from './store/store-document.ts'
import { storeMove } from './store/store-move.ts'
import type { Due } from './schedule/claim.ts'
import type { Hubs } from './websub/hubs.ts'

export type Crawl = Pipeline & {
  readonly quietly: (finished: Finished) => Promise<void>
  readonly store: (fetch: Fetch) => Promise<FeedFetchRow>
  readonly turn: ReadApart['turn']
  readonly read: ReadApart['read']
  readonly hubs: Hubs
}
type Nothing = Exclude<Fetched, { kind: 'document' }> & Partial<Pick<FeedRow, 'etag' | 'lastModified'>>

/** Fetches a feed once and stores what it brought. @returns the row of its history @throws when interrupted or when storing fails */
export async function refreshFeed(crawl: Crawl, feed: Due): Promise<FeedFetchRow> {
  const began = crawl.now()
  const fetched = await fetchFeed(crawl, feed)
  if (fetched.kind === 'failed' && fetched.unasked === 'stopped') throw new Error(fetched.words)
  if (fetched.kind !== 'document') return finishWithout(crawl, feed, fetched, began)
  if (fetched.bodyHash === feed.bodyHash && fetched.movedTo === null)
    return finishWithout(crawl, feed, { ...fetched, kind: 'unchanged' }, began)
  const leave = await crawl.turn(fetched)
  return finishWith(crawl, feed, fetched, began, leave)
}

async function finishWith(
  crawl: Crawl,
  feed: Due,
  fetched: Document,
  began: number,
  leave: () => void,
): Promise<FeedFetchRow> {
  const read = await crawl.read(fetched, crawl.now()).finally(leave)
  if (read.ok) {
    const wishes = [await crawl.hubs.minutes(feed)]
    const stored = await crawl.store({ feed, document: fetched, read, began, wishes })
    await crawl.hubs.polled(feed, read.offer, stored.newEntries)
    return stored
  }
  const { status, wireBytes, etag, lastModified } = fetched
  const broken = { kind: 'failed', status, words: read.words, retryAt: null, wireBytes } as const
  return finishWithout(crawl, feed, { ...broken, etag, lastModified }, began)
}

async function finishWithout(crawl: Crawl, feed: Due, got: Nothing, began: number): Promise<FeedFetchRow> {
  const at = crawl.now()
  const moved = got.kind === 'unchanged' ? got.movedTo : null
  const fetch: FeedFetchRow = {
    feedId: feed.id,
    at,
    status: got.status,
    outcome: moved ? 'moved' : got.kind,
    message: moved ? `The feed moved to ${moved}` : got.kind === 'unchanged' ? null : got.words,
    newEntries: 0,
    bytes: got.wireBytes,
    milliseconds: Math.max(0, at - began),
  }
  if (got.kind === 'failed' && got.unasked === 'waiting')
    return postponed(crawl, feed, fetch, got.retryAt ?? at)
  const state =
    got.kind === 'unchanged'
      ? await afterNothingNew(crawl, feed, got, at)
      : afterTrouble(crawl, feed, got, at)
  if (moved) await storeMove(crawl.storage, feed, moved, { feedId: feed.id, state, fetch })
  else await crawl.quietly({ feedId: feed.id, state, fetch })
  return fetch
}

/** Nothing was asked, so there is nothing to remember but the time. */
async function postponed({ storage, share }: Crawl, feed: FeedRow, fetch: FeedFetchRow, until: number) {
  // Not all at once when the site is open again.
  const nextFetchAt = Math.round(until + 60_000 * share(feed.id))
  await storage.db
    .updateTable('feeds')
    .set({ nextFetchAt, waitUntil: until, lease: 0 })
    .where('id', '=', feed.id)
    .execute()
  return fetch
}

async function afterNothingNew(
  { hubs, share }: Crawl,
  feed: Due,
  got: Unchanged,
  now: number,
): Promise<Partial<FeedRow>> {
  const waited = feed.checkedAt === null ? null : (feed.nextFetchAt - feed.checkedAt) / 60_000
  const wishes = [got.freshMinutes, await hubs.minutes(feed)]
  return {
    checkedAt: now,
    nextFetchAt: afterUnchanged(paceOf(feed, { now, share: share(feed.id), wishes }), waited),
    // A 304 may leave out what has not changed.
    etag: got.etag ?? (got.status === 304 ? feed.etag : null),
    lastModified: got.lastModified ?? (got.status === 304 ? feed.lastModified : null),
    errorMessage: null,
    errorAt: null,
    failures: 0,
    waitUntil: null,
  }
}

function afterTrouble(
  { share }: Crawl,
  feed: FeedRow,
  got: Exclude<Nothing, Unchanged>,
  now: number,
): Partial<FeedRow> {
  const failures = feed.failures + 1
  const waitUntil = got.kind === 'failed' ? got.retryAt : null
  const pace = { ...paceOf(feed, { now, share: share(feed.id) }), wishes: [] }
  return {
    checkedAt: now,
    nextFetchAt: afterFailure(pace, failures, waitUntil),
    errorMessage: got.words,
    errorAt: now,
    failures,
    waitUntil,
    gone: got.kind === 'gone' ? 1 : feed.gone,
    // An answer that could not be read: not asked for again until it changes.
    ...('etag' in got
      ? { etag: got.etag ?? null, lastModified: got.lastModified ?? null, bodyHash: null }
      : {}),
  }
}
