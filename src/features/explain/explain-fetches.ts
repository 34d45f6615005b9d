/** When a feed was and will be fetched, and why an entry came later than it was published. */
import type { FetchRecord } from '../../contract/feeds.ts'
import { healthOf } from '../subscription-form/health.ts'
import type { Sentence } from './sentence.ts'

/** `fetches`: newest first. */
export type Fetches = { readonly fetches: readonly FetchRecord[]; readonly nextFetchAt: string | null }

export function fetchSentences({ fetches, nextFetchAt }: Fetches): readonly Sentence[] {
  const health = healthOf(fetches)
  const last = fetches[0]
  const sentences: Sentence[] = []
  if (health.is === 'none') sentences.push({ key: 'fetch.never' })
  if (health.is === 'well' && last)
    sentences.push({
      key: last.newEntries > 0 ? 'fetch.new' : 'fetch.nothingNew',
      values: { fetchedAt: last.at, count: last.newEntries },
    })
  if (health.is === 'gone')
    sentences.push({ key: 'fetch.gone', values: { fetchedAt: health.at }, tone: 'danger' })
  if (health.is === 'failing') {
    sentences.push({
      key: health.reason ? 'fetch.failing' : 'fetch.failingSilently',
      values: { sinceAt: health.since, reason: health.reason ?? '' },
      tone: 'danger',
    })
    const worked = fetches.find(({ outcome }) => outcome !== 'failed')
    if (worked) sentences.push({ key: 'fetch.lastWorked', values: { fetchedAt: worked.at } })
  }
  if (nextFetchAt) sentences.push({ key: 'fetch.next', values: { nextAt: nextFetchAt } })
  return sentences
}

/** ms: an entry that is seen within this time is not late. */
const LATE_MS = 2 * 3_600_000
/** ms: a fetch that the server recorded a moment after it stored its entries. */
const SAME_FETCH_MS = 60_000

/** @param times of an entry: ms since 1970 */
export function lateSentences(
  { publishedAt, insertedAt }: { readonly publishedAt: number; readonly insertedAt: number },
  { fetches, followedAt }: { readonly fetches: readonly FetchRecord[]; readonly followedAt: number | null },
): readonly Sentence[] {
  const times = { publishedAt, seenAt: insertedAt }
  if (insertedAt - publishedAt < LATE_MS) return [{ key: 'time.onTime', values: times }]
  const sentences: Sentence[] = [
    { key: 'time.late', values: { ...times, delayMs: insertedAt - publishedAt } },
  ]
  const before = fetches.find(({ at }) => Date.parse(at) < insertedAt - SAME_FETCH_MS)
  if (!before) {
    if (followedAt !== null && publishedAt < followedAt) sentences.push({ key: 'time.beforeFollowing' })
    return sentences
  }
  const fetchedAt = Date.parse(before.at)
  if (before.outcome === 'failed') sentences.push({ key: 'time.failedBefore', values: { fetchedAt } })
  else if (publishedAt < fetchedAt) sentences.push({ key: 'time.feedWasLate', values: { fetchedAt } })
  else sentences.push({ key: 'time.fetchedBetween', values: { fetchedAt } })
  return sentences
}
