/** When a feed may be asked that named hours and days on which it does not want to be. */
import { z } from 'zod'
import type { SkipTimes } from './read-skip-hours.ts'

const quietTimes: z.ZodType<SkipTimes> = z.object({ hours: z.array(z.number()), days: z.array(z.number()) })

const HOUR = 3_600_000
const WEEK_HOURS = 168

/** @returns the time, or the same minute of the first hour after it in which the feed may be asked */
export function outsideOf(stored: string | null, time: number): number {
  if (stored === null) return time
  const { hours, days } = quietTimes.parse(JSON.parse(stored))
  const isQuiet = (at: number) => {
    const date = new Date(at)
    return hours.includes(date.getUTCHours()) || days.includes(date.getUTCDay())
  }
  const open = Array.from({ length: WEEK_HOURS }, (_, at) => time + at * HOUR).find((at) => !isQuiet(at))
  // A feed that is never to be asked has misunderstood the element.
  return open ?? time
}
