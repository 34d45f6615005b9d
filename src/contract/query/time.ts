/** The times that ages and dates of a query stand for. */
import type { AgeTerm, DateTerm } from './ast.ts'

const MINUTE = 60_000
const milliseconds = { m: MINUTE, h: 60 * MINUTE, d: 1440 * MINUTE, w: 7 * 1440 * MINUTE } as const

/**
 * The published times that a term selects: from `from` on, or earlier than `until`; ms since 1970.
 * @param now ms since 1970
 */
export function timeRange(term: AgeTerm | DateTerm, now: number): { from: number } | { until: number } {
  if (term.kind === 'date') {
    const day = Date.parse(`${term.date}T00:00:00Z`)
    return term.comparison === 'before' ? { until: day } : { from: day }
  }
  const time = timeAgo(term, now)
  return term.comparison === 'older' ? { until: time } : { from: time }
}

function timeAgo({ count, unit }: AgeTerm, now: number): number {
  if (unit === 'mo') return monthsAgo(count, now)
  if (unit === 'y') return monthsAgo(count * 12, now)
  return now - count * milliseconds[unit]
}

/** By the calendar, in UTC; a day that the month lacks is its last one. */
function monthsAgo(months: number, now: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  return Math.max(date.getTime(), -8.64e15) || 0
}
