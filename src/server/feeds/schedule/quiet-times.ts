/** Hours and days on which a feed does not want to be asked (RSS skipHours and skipDays), in UTC. */
import { z } from 'zod'
import { elementsIn, first, wordsOf, type Element } from '../parse/element.ts'
import type { Found } from '../parse/parse.ts'

const quietTimes = z.object({ hours: z.array(z.number()), days: z.array(z.number()) })
/** Hours 0 to 23, days 0 (Sunday) to 6. */
type QuietTimes = z.output<typeof quietTimes>

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const HOUR = 3_600_000
const WEEK_HOURS = 168

/** @returns as it is stored; null where nothing is said, or not well */
export function quietTimesOf(found: Found): string | null {
  if (found.format === 'json') return null
  const channel = first(found.root, 'channel') ?? found.root
  // The older standard counts midnight as 24.
  const hours = wordsIn(channel, 'skiphours')
    .filter((hour) => /^\d{1,2}$/.test(hour) && Number(hour) <= 24)
    .map((hour) => Number(hour) % 24)
  const days = wordsIn(channel, 'skipdays')
    .map((day) => DAYS.indexOf(day.toLowerCase().slice(0, 3)))
    .filter((day) => day >= 0)
  if (hours.length + days.length === 0) return null
  return JSON.stringify({ hours: [...new Set(hours)], days: [...new Set(days)] } satisfies QuietTimes)
}

function wordsIn(channel: Element, name: string): string[] {
  const list = first(channel, name) ?? first(channel, `rss:${name}`)
  return list ? elementsIn(list).flatMap((one) => wordsOf(one) ?? []) : []
}

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
