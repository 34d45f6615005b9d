/**
 * Fetches without changes, as lines in the schedule of their feed: `at status bytes milliseconds`, the newest first.
 * All lines have the same length, so that the database itself can prepend one and drop the oldest.
 */
import { sql, type RawBuilder } from 'kysely'
import type { FeedFetchRow } from '../schema.ts'

/** Maximum of stored fetches of each kind per feed. */
export const HISTORY = 10

const WIDTHS = [13, 3, 8, 6] as const
/** The length of a line: numbers, separators, and the newline. */
const LENGTH = WIDTHS.reduce((sum: number, width) => sum + width + 1, 0)

/** @returns the fetch as a line; null where it has more data than a line can hold */
export function unchangedFetch(fetch: FeedFetchRow): string | null {
  const { at, status, outcome, message, newEntries, bytes, milliseconds } = fetch
  if (outcome !== 'unchanged' || message !== null || newEntries !== 0 || status === null) return null
  if (status < 100 || status > 999 || at < 0 || at >= 1e13) return null
  return `${[at, status, bytes, milliseconds].map(padded).join(' ')}\n`
}

/** Larger sizes and durations are clamped: no fetch takes a quarter of an hour. */
const padded = (value: number, digits: number): string => {
  const width = WIDTHS[digits] ?? 0
  return String(Math.min(Math.max(0, Math.round(value)), 10 ** width - 1)).padStart(width, '0')
}

/** The column with new lines prepended. */
export const withFetches = (lines: RawBuilder<unknown>): RawBuilder<string> =>
  sql`substr(${lines} || coalesce("feedSchedule"."quietFetches", ''), 1, ${sql.lit(HISTORY * LENGTH)})`

/** @param lines the column, newest first */
export function fetchesIn(feedId: string, lines: string | null): FeedFetchRow[] {
  const quiet = { feedId, outcome: 'unchanged', message: null, newEntries: 0 } as const
  return (lines ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [at = 0, status = 0, bytes = 0, milliseconds = 0] = line.split(' ').map(Number)
      return { ...quiet, at, status, bytes, milliseconds }
    })
}
