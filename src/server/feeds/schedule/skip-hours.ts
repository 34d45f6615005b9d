/** Applies skipHours and skipDays of RSS to a fetch time. */
import { z } from 'zod'
import type { SkipTimes } from './read-skip-hours.ts'

const quietTimes: z.ZodType<SkipTimes> = z.object({ hours: z.array(z.number()), days: z.array(z.number()) })

const HOUR = 3_600_000
const WEEK_HOURS = 168

/** @returns the time, or the same minute of the first later hour in which the feed may be fetched */
export function outsideOf(stored: string | null, time: number): number {
  if (stored === null) return time
  const { hours, days } = quietTimes.parse(JSON.parse(stored))
  const isQuiet = (at: number) => {
    const date = new Date(at)
    return hours.includes(date.getUTCHours()) || days.includes(date.getUTCDay())
  }
  const open = Array.from({ length: WEEK_HOURS }, (_, at) => time + at * HOUR).find((at) => !isQuiet(at))
  // A feed that excludes every hour misuses the element.
  return open ?? time
}
