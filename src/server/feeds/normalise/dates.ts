/** Parses dates of feeds to ms since 1970. */
import { monthOf } from './months.ts'
import { offsetOf } from './zones.ts'

const EARLIEST = Date.UTC(1970, 0, 2)
const LATEST = Date.UTC(2200, 0, 1)

/** @returns null for what is no date, or one that no feed can mean */
export function readDate(text: string | undefined): number | null {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? ''
  if (trimmed === '' || trimmed.length > 100) return null
  const written = /:\d(?!\d)/.test(trimmed) ? padded(trimmed) : trimmed
  const time = rfc(written) ?? count(written) ?? iso(written) ?? parseWordDate(written) ?? byRuntime(written)
  return time !== null && Number.isFinite(time) && time >= EARLIEST && time < LATEST ? time : null
}

/** `1:2:3` is two minutes and three seconds past one. */
const padded = (text: string): string =>
  text.replace(/(?<!\d)\d{1,2}:\d{1,2}(?::\d{1,2})?(?!\d)/, (clock) =>
    clock.replace(/(?<!\d)\d(?!\d)/g, '0$&'),
  )

type Clock = { readonly hour: number; readonly minute: number; readonly second: number; readonly ms?: number }
type Day = { readonly year: number; readonly month: number; readonly day: number }
const MIDNIGHT: Clock = { hour: 0, minute: 0, second: 0 }

/** @returns null for a time of day or a day that there is not; the 31st of a short month is the next one's first */
function timeOf(
  { year, month, day }: Day,
  { hour, minute, second, ms = 0 }: Clock,
  zone: string,
): number | null {
  if (month < 0 || month > 11 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const local = Date.UTC(year, month, day, hour, minute, second, ms)
  return local - offsetOf(zone, local)
}

/** The form of RFC 822 and 2822, which nine of ten feeds use. */
const RFC =
  /^(?:[a-z]+\.?,?\s*)?(\d{1,2})[\s-]+([a-z]{3,9})[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*([a-z+\u2212-][\w:+/ -]*)?$/i

function rfc(text: string): number | null {
  const match = RFC.exec(text)
  if (!match || /^[ap]\.?m/i.test(match[7] ?? '')) return null
  const [, day, month = '', year, hour = '0', minute = '0', second = '0', zone = ''] = match
  const on = { year: fullYear(Number(year)), month: monthOf(month.toLowerCase()), day: Number(day) }
  return timeOf(on, { hour: Number(hour), minute: Number(minute), second: Number(second) }, zone)
}

/** Seconds or milliseconds since 1970. */
function count(text: string): number | null {
  const digits = /^(\d{9,10}|\d{12,13})(?:\.\d+)?$/.exec(text)?.[1]
  return digits ? Number(digits) * (digits.length > 10 ? 1 : 1000) : null
}

/** ISO 8601 and its profile W3C-DTF, down to the year alone, with or without dashes, and days of the year. */
const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-?(\d{3}))?(?:\s*[T\s]\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:](\d{1,3})\d*)?)?\s*(z|gmt|utc?)?\s*([+\u2212-].*|[a-z][\w/ ]*|\(.*)?)?(?:z|\+\d{2}:\d{2})?$/i

function iso(text: string): number | null {
  const match = ISO.exec(text)
  if (!match) return shortIso(text)
  const [
    ,
    year,
    month,
    day,
    dayOfYear,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '0',
    zulu = '',
    zone = '',
  ] = match
  if (/[ap]\.?m\b/i.test(zone)) return null
  const on = dayOfYear
    ? ordinal(Number(year), Number(dayOfYear))
    : { year: Number(year), month: Number(month ?? '1') - 1, day: Number(day ?? '1') }
  const at = {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    ms: Number(fraction.padEnd(3, '0')),
  }
  return on ? timeOf(on, at, zone || zulu) : null
}

function ordinal(year: number, dayOfYear: number): Day | null {
  if (dayOfYear < 1 || dayOfYear > 366) return null
  const date = new Date(Date.UTC(year, 0, dayOfYear))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}

/** Years of two digits, as ISO allowed until 2004: `03-12-31`, `031231`, `03-335`, `-0312`, `-03-12`. */
function shortIso(text: string): number | null {
  const whole = /^(\d{2})-?(\d{2})-?(\d{2})$/.exec(text)
  const ordinary = /^(\d{2})-(\d{3})$/.exec(text)
  const short = /^-(\d{2})-?(\d{2})$/.exec(text)
  const [, year, first, second = '1'] = whole ?? short ?? []
  if (ordinary) {
    const on = ordinal(fullYear(Number(ordinary[1])), Number(ordinary[2]))
    return on ? timeOf(on, MIDNIGHT, '') : null
  }
  if (!year || !first) return null
  return timeOf({ year: fullYear(Number(year)), month: Number(first) - 1, day: Number(second) }, MIDNIGHT, '')
}

const CLOCK =
  /(?:(오전|오후|上午|下午|午前|午後|am|pm)\s*)?(?<!\d)(\d{1,2})[:.h시時时](\d{2})(?!\d)(?:[:.분分](\d{2})(?:[.,]\d+)?초?秒?)?\s*(a\.?m\.?(?![a-z])|p\.?m\.?(?![a-z]))?/i
const ZONE =
  /^\s*[-,]?\s*((?:gmt|utc?|z)?\s*[+\u2212-]\d{1,2}:?(?:\d{2})?(?!\d)|[a-z]+\/[a-z_/]+|\(?(?:[a-z]{2,5}|z)\b\)?)/i

/** Everything else: time of day and zone are removed, and the remainder must be a day. */
function parseWordDate(text: string): number | null {
  const clocks = [...text.matchAll(new RegExp(CLOCK.source, 'gi'))]
  // `24.12.2026 10:30`: the time is the one with colons.
  const match =
    clocks.find(([whole]) => /[:h시時时]/.test(whole)) ?? (clocks.length > 1 ? clocks.at(-1) : undefined)
  if (!match) {
    const zone = /(?:\s|t)((?:gmt|utc|z)|[+-]\d{2}:?\d{2})$/i.exec(text)
    const on = dayIn(zone ? text.slice(0, zone.index) : text)
    return on ? timeOf(on, MIDNIGHT, zone?.[1] ?? '') : null
  }
  const [whole, before = '', hour, minute, second = '0', after = ''] = match
  const rest = text.slice(match.index + whole.length)
  const zone = monthOf(/^\s*(\p{L}+)/u.exec(rest)?.[1]?.toLowerCase() ?? '') < 0 ? ZONE.exec(rest) : null
  const on = dayIn(`${text.slice(0, match.index).replace(/t$/i, ' ')} ${rest.slice(zone?.[0].length ?? 0)}`)
  const at = { hour: hour24(Number(hour), before || after), minute: Number(minute), second: Number(second) }
  return on ? timeOf(on, at, zone?.[1] ?? homeOf(text)) : null
}

/** A date with Hangul is in Korean time, which is a single zone. */
const homeOf = (text: string): string => (/\p{Script=Hangul}/u.test(text) ? 'kst' : '')

function dayIn(text: string): Day | null {
  const east = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})/.exec(text)
  const yearFirst = east ?? /(?<!\d)(\d{4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/.exec(text)
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]) - 1, day: Number(yearFirst[3]) }
  // The last match: weekdays start like months (mar., maa) and precede them.
  const month = (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(monthOf).findLast((index) => index >= 0)
  return month === undefined ? inNumbers(text) : named(text, month)
}

function named(text: string, month: number): Day | null {
  const numbers = text.match(/\d+/g) ?? []
  const year = numbers.find(({ length }) => length === 4) ?? (numbers.length > 1 ? numbers.at(-1) : undefined)
  const day =
    numbers.find((number) => number !== year && number.length <= 2) ??
    (numbers.length === 1 ? '1' : undefined)
  return year && day ? { year: fullYear(Number(year)), month, day: Number(day) } : null
}

/** `24.12.2026`, `24-12-2026`, `12/24/2026`; with slashes the month comes first unless it cannot. */
function inNumbers(text: string): Day | null {
  const match = /(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)/.exec(text)
  if (!match) return null
  const [, one, mark, two, written] = match
  const [a, b, year] = [Number(one), Number(two), fullYear(Number(written))]
  const monthFirst = a <= 12 && (b > 12 || mark === '/')
  return monthFirst ? { year, month: a - 1, day: b } : { year, month: b - 1, day: a }
}

function byRuntime(text: string): number | null {
  // Only what still names a year: the runtime reads a lone number as some day of 2001.
  const time = /\d{4}/.test(text) && /[a-z:/-]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const hour24 = (hour: number, half: string): number => {
  if (half === '' || hour > 12) return hour
  return (hour % 12) + (/^p|오후|下午|午後/i.test(half) ? 12 : 0)
}
/** RFC 2822 4.3: 00 to 49 are of this century. */
const fullYear = (year: number): number => (year >= 100 ? year : year < 50 ? 2000 + year : 1900 + year)
