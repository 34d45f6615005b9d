/** Which subscriptions the user should review, and the figures why. */
import { compareNames } from '../../core/index.ts'
import type { FeedStatistics, SharedEntries } from '../../local/calls.ts'

/** In the order in which the page lists them. */
export const verdicts = ['dead', 'overlapping', 'unopened', 'noisy', 'silent'] as const
export type Verdict = (typeof verdicts)[number]

/** A subscribed feed as the server and the subscription describe it. */
export type SubscribedFeedFigures = {
  readonly feedId: string
  readonly title: string
  readonly perWeek: number | null
  /** ISO: the newest entry; null without one. */
  readonly latest: string | null
  /** null while fetching works. */
  readonly error: string | null
  readonly gone: boolean
  /** ms */
  readonly followedAt: number
}

export type Reason =
  | { readonly verdict: 'dead'; readonly error: string | null; readonly gone: boolean }
  | {
      readonly verdict: 'overlapping'
      readonly shared: number
      readonly entries: number
      readonly otherId: string
    }
  | { readonly verdict: 'unopened'; readonly entries: number }
  | { readonly verdict: 'noisy'; readonly perWeek: number; readonly entries: number; readonly read: number }
  /** `latest`: ISO, null without any entry. */
  | { readonly verdict: 'silent'; readonly latest: string | null }
export type Finding<Row> = { readonly row: Row; readonly reasons: readonly Reason[] }

const DAY_MS = 86_400_000
/** A failing feed is dead after this time without an entry, if it was followed all that time. */
const DEAD_MS = 30 * DAY_MS
/** As in the filter of the feeds page. */
const SILENT_MS = 90 * DAY_MS
/** A feed followed since a shorter time may just not have been reached yet. */
const UNOPENED_MS = 14 * DAY_MS
const UNOPENED_ENTRIES = 5
const NOISY_PER_WEEK = 35
const NOISY_ENTRIES = 20
const NOISY_READ = 0.1
const OVERLAP_ENTRIES = 3
const OVERLAP_SHARE = 0.5

const nothingStored: FeedStatistics = { entries: 0, read: 0, starred: 0 }

/**
 * The feeds with at least one reason, by their first reason, then by title.
 * @param statistics by feed id, of entries in this browser
 * @param now ms
 */
export function judgeFeeds<Row extends SubscribedFeedFigures>(
  rows: readonly Row[],
  statistics: Readonly<Record<string, FeedStatistics>>,
  shared: readonly SharedEntries[],
  now: number,
): readonly Finding<Row>[] {
  const overlaps = overlapsOf(rows, statistics, shared)
  return rows
    .map((row): Finding<Row> => {
      const stored = statistics[row.feedId] ?? nothingStored
      const overlap = overlaps.get(row.feedId)
      const reasons = [
        deadOf(row, now),
        overlap,
        unopenedOf(row, stored, now),
        noisyOf(row, stored),
        silentOf(row, now),
      ]
      const found = reasons.filter((reason) => reason !== undefined)
      // A dead feed is not also reported as silent.
      return { row, reasons: isDead(row, now) ? found.filter(({ verdict }) => verdict !== 'silent') : found }
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(a.row.title, b.row.title))
}

const rankOf = ({ reasons }: Finding<unknown>): number => verdicts.indexOf(reasons[0]?.verdict ?? 'silent')
const ageOf = (latest: string | null, now: number): number =>
  latest === null ? Infinity : now - Date.parse(latest)
const isDead = ({ gone, error, latest, followedAt }: SubscribedFeedFigures, now: number): boolean =>
  gone || (error !== null && Math.min(ageOf(latest, now), now - followedAt) > DEAD_MS)

function deadOf(row: SubscribedFeedFigures, now: number): Reason | undefined {
  return isDead(row, now) ? { verdict: 'dead', error: row.error, gone: row.gone } : undefined
}

function silentOf({ latest, followedAt }: SubscribedFeedFigures, now: number): Reason | undefined {
  const age = latest === null ? now - followedAt : ageOf(latest, now)
  return age > SILENT_MS ? { verdict: 'silent', latest } : undefined
}

function unopenedOf(
  { followedAt }: SubscribedFeedFigures,
  { entries, read, starred }: FeedStatistics,
  now: number,
): Reason | undefined {
  const isUnopened =
    entries >= UNOPENED_ENTRIES && read === 0 && starred === 0 && now - followedAt > UNOPENED_MS
  return isUnopened ? { verdict: 'unopened', entries } : undefined
}

function noisyOf({ perWeek }: SubscribedFeedFigures, { entries, read }: FeedStatistics): Reason | undefined {
  const isNoisy =
    perWeek !== null && perWeek >= NOISY_PER_WEEK && entries >= NOISY_ENTRIES && read < NOISY_READ * entries
  return isNoisy ? { verdict: 'noisy', perWeek, entries, read } : undefined
}

/** Of two feeds with the same entries, the one with fewer of its own is superfluous; else the one followed later. */
function overlapsOf(
  rows: readonly SubscribedFeedFigures[],
  statistics: Readonly<Record<string, FeedStatistics>>,
  shared: readonly SharedEntries[],
): ReadonlyMap<string, Reason> {
  const byId = new Map(rows.map((row) => [row.feedId, row]))
  const entriesOf = (feedId: string) => statistics[feedId]?.entries ?? 0
  const overlaps = new Map<string, Extract<Reason, { verdict: 'overlapping' }>>()
  for (const { feedId, otherId, count } of shared) {
    const pair = [byId.get(feedId), byId.get(otherId)]
    const [smaller, larger] = pair
      .filter((row) => row !== undefined)
      .toSorted((a, b) => entriesOf(a.feedId) - entriesOf(b.feedId) || b.followedAt - a.followedAt)
    if (!smaller || !larger) continue
    const entries = entriesOf(smaller.feedId)
    if (count < OVERLAP_ENTRIES || count < OVERLAP_SHARE * entries) continue
    if (count <= (overlaps.get(smaller.feedId)?.shared ?? 0)) continue
    overlaps.set(smaller.feedId, { verdict: 'overlapping', shared: count, entries, otherId: larger.feedId })
  }
  return overlaps
}
