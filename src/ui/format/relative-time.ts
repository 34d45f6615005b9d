/** Formats a short relative time: now, 5m, 3h, 2d, then the date. */
import { formatAge, formatDate } from './calendar.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** at and now in milliseconds since 1970. A time in the future (a feed's wrong clock, a planned post) is its date. */
export const formatRelativeTime = (at: number, now: number, language: string): string => {
  if (!Number.isFinite(at)) return ''
  const ago = now - at
  if (ago < -minute || ago >= 7 * day) return formatDate(at, !sameYear(at, now), language)
  if (ago < hour) return formatAge(Math.max(0, Math.floor(ago / minute)), 'minute', language)
  if (ago < day) return formatAge(Math.floor(ago / hour), 'hour', language)
  return formatAge(Math.floor(ago / day), 'day', language)
}

/** By language: building a formatter costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The full date and time, for tooltips and the header of an entry. */
export function formatFullTime(at: number, language: string): string {
  if (!Number.isFinite(at)) return ''
  const format =
    formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' })
  formats.set(language, format)
  return format.format(at)
}

const sameYear = (a: number, b: number) => new Date(a).getFullYear() === new Date(b).getFullYear()
