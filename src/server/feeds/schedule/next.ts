/** Computes the time of a feed's next fetch. Pure. */
import { hash } from 'node:crypto'
import type { FeedRow } from '../../storage/schema.ts'
import { outsideOf } from './skip-hours.ts'

const MINUTE = 60_000
const SHORTEST = 60
const LONGEST = 360
const FAILING_LONGEST = 1440
const REQUESTED_LONGEST = 1440
/** A feed later than this waited for a stopped server, not in its queue. */
const LATE_MS = 10 * MINUTE

export type Pace = {
  readonly now: number
  /** The feed's fixed share of the jitter, 0 to 1. */
  readonly share: number
  /** Minimum intervals that the feed and its site declare, in minutes. */
  readonly minimumWaits: readonly (number | null)[]
  /** As stored on the feed. */
  readonly quietTimes: string | null
  /** The feed was fetched off schedule, together with many others. */
  readonly outOfTurn: boolean
}

/** The pace of a feed. @param wishes further minimum intervals besides the stored ttl */
export function paceOf(
  feed: Pick<FeedRow, 'checkedAt' | 'nextFetchAt' | 'quietTimes' | 'ttlMinutes'>,
  {
    now,
    share,
    minimumWaits = [],
  }: { now: number; share: number; minimumWaits?: readonly (number | null)[] },
): Pace {
  const outOfTurn = feed.checkedAt === null || now - feed.nextFetchAt > LATE_MS
  return {
    now,
    share,
    minimumWaits: [feed.ttlMinutes, ...minimumWaits],
    quietTimes: feed.quietTimes,
    outOfTurn,
  }
}

/** A feed's constant share of the jitter: 0 to 1, uniform over all feeds. */
export const shareOf = (feedId: string): number => hash('sha1', feedId, 'buffer').readUInt32BE(0) / 2 ** 32

/** After new entries: half the mean time between the newest entries. @param published ms, any order */
export function afterDocument(pace: Pace, published: readonly (number | null)[]): number {
  return spread(pace, withMinimum(pace, clamp(meanInterval(published) / 2)))
}

/** After an unchanged fetch: a quarter longer than the last wait. @param last minutes */
export function afterUnchanged(pace: Pace, last: number | null): number {
  return spread(pace, withMinimum(pace, clamp((last ?? SHORTEST) * 1.25)))
}

/** After a failure: twice as long each time. @param failures in a row, including this one @param retryAt ms, from the site */
export function afterFailure(pace: Pace, failures: number, retryAt: number | null): number {
  const minutes = Math.min(FAILING_LONGEST, SHORTEST * 2 ** Math.min(10, Math.max(0, failures - 1)))
  return Math.max(spread(pace, minutes), retryAt ?? 0)
}

/** Mean minutes between the newest twenty. */
function meanInterval(published: readonly (number | null)[]): number {
  const times = published.filter((time) => time !== null).toSorted((a, b) => b - a)
  const newest = times.slice(0, 20)
  const [first, last] = [newest[0], newest.at(-1)]
  if (first === undefined || last === undefined || newest.length < 2) return LONGEST * 2
  return (first - last) / (newest.length - 1) / MINUTE
}

const clamp = (minutes: number): number => Math.min(LONGEST, Math.max(SHORTEST, minutes))
const withMinimum = ({ minimumWaits }: Pace, minutes: number): number =>
  Math.min(REQUESTED_LONGEST, Math.max(minutes, ...minimumWaits.map((minimum) => minimum ?? 0)))

/**
 * Jitter, never earlier: a tenth of the wait times the feed's share, and an hour times the share for a feed that was fetched
 * together with many others, after an import or a stop of the server. A constant share keeps an hourly feed hourly.
 */
function spread({ now, share, outOfTurn, quietTimes }: Pace, minutes: number): number {
  const delay = (minutes * share) / 10 + (outOfTurn ? 60 * share : 0)
  return outsideOf(quietTimes, Math.round(now + (minutes + delay) * MINUTE))
}
