/** The pipeline as one line: fetch → decode → parse → normalise → sanitise → store. */
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import { fetchFeed, type Fetched } from './fetch/fetch-feed.ts'
import type { Pipeline } from './pipeline.ts'
import { readDocument } from './read-document.ts'
import { afterFailure, afterUnchanged } from './schedule/next.ts'
import type { Finished } from './store/finish.ts'
import { storeDocument } from './store/store-document.ts'

type Quiet = { readonly quietly: (finished: Finished) => Promise<void> }
type Nothing = Exclude<Fetched, { kind: 'document' }>

/** Fetches a feed once and stores what it brought. @returns the row of its history @throws when interrupted or when storing fails */
export async function refreshFeed(pipeline: Pipeline & Quiet, feed: FeedRow): Promise<FeedFetchRow> {
  const began = pipeline.now()
  const fetched = await fetchFeed(pipeline, feed)
  if (fetched.kind === 'failed' && fetched.interrupted) throw new Error(fetched.words)
  if (fetched.kind !== 'document') return finishWithout(pipeline, feed, fetched, began)
  const { status, wireBytes, freshMinutes, movedTo, bodyHash } = fetched
  if (bodyHash === feed.bodyHash && movedTo === null)
    return finishWithout(pipeline, feed, { kind: 'unchanged', status, wireBytes, freshMinutes }, began)
  const read = await readDocument(fetched, pipeline.now())
  if (read.ok) return storeDocument(pipeline, feed, { document: fetched, read, began })
  const broken: Nothing = { kind: 'failed', status, words: read.words, retryAt: null, wireBytes }
  return finishWithout(pipeline, feed, broken, began)
}

async function finishWithout(
  pipeline: Pipeline & Quiet,
  feed: FeedRow,
  got: Nothing,
  began: number,
): Promise<FeedFetchRow> {
  const at = pipeline.now()
  const fetch: FeedFetchRow = {
    feedId: feed.id,
    at,
    status: got.status,
    outcome: got.kind,
    message: got.kind === 'unchanged' ? null : got.words,
    newEntries: 0,
    bytes: got.wireBytes,
    milliseconds: Math.max(0, at - began),
  }
  await pipeline.quietly({ feedId: feed.id, state: stateAfter(feed, got, at, pipeline.random()), fetch })
  return fetch
}

function stateAfter(feed: FeedRow, got: Nothing, now: number, random: number): Partial<FeedRow> {
  const waited = feed.checkedAt === null ? null : (feed.nextFetchAt - feed.checkedAt) / 60_000
  if (got.kind === 'unchanged') {
    const pace = { now, random, wishes: [feed.ttlMinutes, got.freshMinutes] }
    return {
      checkedAt: now,
      nextFetchAt: afterUnchanged(pace, waited),
      errorMessage: null,
      errorAt: null,
      failures: 0,
    }
  }
  const failures = feed.failures + 1
  const retryAt = got.kind === 'failed' ? got.retryAt : null
  const nextFetchAt = afterFailure({ now, random, wishes: [] }, failures, retryAt)
  const gone = got.kind === 'gone' ? 1 : feed.gone
  return { checkedAt: now, nextFetchAt, errorMessage: got.words, errorAt: now, failures, gone }
}
