/** Hours and days on which a feed must not be requested (RSS skipHours and skipDays), in UTC. */
import { elementsIn, first, textOf, type Element } from '../parse/element.ts'
import type { ParseResult } from '../parse/parse.ts'

/** Hours 0 to 23, days 0 (Sunday) to 6. */
export type SkipTimes = { readonly hours: number[]; readonly days: number[] }

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** @returns the stored form; null where absent or malformed */
export function skipTimesOf(values: ParseResult): string | null {
  if (values.format === 'json') return null
  const channel = first(values.root, 'channel') ?? values.root
  // The older standard counts midnight as 24.
  const hours = termsIn(channel, 'skiphours')
    .filter((hour) => /^\d{1,2}$/.test(hour) && Number(hour) <= 24)
    .map((hour) => Number(hour) % 24)
  const days = termsIn(channel, 'skipdays')
    .map((day) => DAYS.indexOf(day.toLowerCase().slice(0, 3)))
    .filter((day) => day >= 0)
  if (hours.length + days.length === 0) return null
  return JSON.stringify({ hours: [...new Set(hours)], days: [...new Set(days)] } satisfies SkipTimes)
}

function termsIn(channel: Element, name: string): string[] {
  const list = first(channel, name) ?? first(channel, `rss:${name}`)
  return list ? elementsIn(list).flatMap((one) => textOf(one) ?? []) : []
}
