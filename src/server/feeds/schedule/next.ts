/** When a feed is asked next. Pure. */
import { hash } from 'node:crypto'
import type { FeedRow } from '../../storage/schema.ts'
import { outsideOf } from './skip-hours.ts'

const MINUTE = 60_000
const SHORTEST = 60
const LONGEST = 360
const FAILING_LONGEST = 1440
const ASKED_LONGEST = 1440
/** So much after its time a feed was not late by its own line, but by a stop of the server. */
const LATE = 10 * MINUTE

export type Pace = {
  readonly now: number
  /** The feed's own share of the time over which feeds are spread, 0 to 1. */
  readonly share: number
  /** What the feed and its site ask for, in minutes. */
  readonly wishes: readonly (number | null)[]
  /** As stored on the feed. */
  readonly quietTimes: string | null
  /** The feed was asked out of its turn, with a crowd of others. */
  readonly outOfTurn: boolean
}

/** The pace of a feed. @param wishes besides the one it has stored */
export function paceOf(
  feed: Pick<FeedRow, 'checkedAt' | 'nextFetchAt' | 'quietTimes' | 'ttlMinutes'>,
  { now, share, wishes = [] }: { now: number; share: number; wishes?: readonly (number | null)[] },
): Pace {
  const outOfTurn = feed.checkedAt === null || now - feed.nextFetchAt > LATE
  return { now, share, wishes: [feed.ttlMinutes, ...wishes], quietTimes: feed.quietTimes, outOfTurn }
}

/** A feed's share, the same for ever: 0 to 1, evenly over all feeds. */
export const shareOf = (feedId: string): number => hash('sha1', feedId, 'buffer').readUInt32BE(0) / 2 ** 32

/** After new things: half the mean time between the newest entries. @param published ms, any order */
export function afterDocument(pace: Pace, published: readonly (number | null)[]): number {
  return spread(pace, wished(pace, clamp(rhythm(published) / 2)))
}

/** After nothing new: a quarter longer than last time. @param last minutes waited before */
export function afterUnchanged(pace: Pace, last: number | null): number {
  return spread(pace, wished(pace, clamp((last ?? SHORTEST) * 1.25)))
}

/** After a failure: twice as long each time. @param failures in a row, this one counted @param retryAt ms, from the site */
export function afterFailure(pace: Pace, failures: number, retryAt: number | null): number {
  const minutes = Math.min(FAILING_LONGEST, SHORTEST * 2 ** Math.min(10, Math.max(0, failures - 1)))
  return Math.max(spread(pace, minutes), retryAt ?? 0)
}

/** Mean minutes between the newest twenty. */
function rhythm(published: readonly (number | null)[]): number {
  const times = published.filter((time) => time !== null).toSorted((a, b) => b - a)
  const newest = times.slice(0, 20)
  const [first, last] = [newest[0], newest.at(-1)]
  if (first === undefined || last === undefined || newest.length < 2) return LONGEST * 2
  return (first - last) / (newest.length - 1) / MINUTE
}

const clamp = (minutes: number): number => Math.min(LONGEST, Math.max(SHORTEST, minutes))
const wished = ({ wishes }: Pace, minutes: number): number =>
  Math.min(ASKED_LONGEST, Math.max(minutes, ...wishes.map((wish) => wish ?? 0)))

/**
 * Later by the feed's share, never earlier: of a tenth of the wait, so that feeds drift apart, and of a whole hour for one
 * that was asked in a crowd, after an import or a stop of the server. The same share each time keeps an hourly feed hourly.
 */
function spread({ now, share, outOfTurn, quietTimes }: Pace, minutes: number): number {
  const later = (minutes * share) / 10 + (outOfTurn ? 60 * share : 0)
  return outsideOf(quietTimes, Math.round(now + (minutes + later) * MINUTE))
}
