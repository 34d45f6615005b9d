/** Parses dates of feeds to ms since 1970. */
import { monthOf } from './months.ts'
import { isZone, offsetOf } from './zones.ts'

const EARLIEST = Date.UTC(1970, 0, 2)
const LATEST = Date.UTC(2200, 0, 1)

/** How to read ambiguous dates of a document. */
export type DateHabits = {
  readonly language?: string | null
  /** `5/10/2025` is in October. Absent: with slashes in May, with dots and dashes in October. */
  readonly isDayFirst?: boolean
}
const NO_HABITS: DateHabits = {}

/** @returns null for anything but a date, or for an implausible one */
export function readDate(text: string | undefined, habits: DateHabits = NO_HABITS): number | null {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? ''
  if (trimmed === '' || trimmed.length > 100 || isZero(trimmed)) return null
  const written = /:\d(?!\d)/.test(trimmed) ? padded(trimmed) : trimmed
  const time =
    rfc(written, habits) ??
    count(written) ??
    iso(written, habits) ??
    parseWordDate(written, habits) ??
    byRuntime(written)
  return time !== null && Number.isFinite(time) && time >= EARLIEST && time < LATEST ? time : null
}

/** The first moment of the year 1, with two digits: "no time" in some programs. */
const isZero = (text: string): boolean =>
  /^(mon(day)?,?\s)?0?1[\s-]jan[\s-]01\s00:00(:00)?(\s?(z|ut|utc|gmt|[+-]0000))?$/i.test(text)

/** `1:2:3` is two minutes and three seconds past one. */
const padded = (text: string): string =>
  text.replace(/(?<!\d)\d{1,2}:\d{1,2}(?::\d{1,2})?(?!\d)/, (clock) =>
    clock.replace(/(?<!\d)\d(?!\d)/g, '0$&'),
  )

type Clock = { readonly hour: number; readonly minute: number; readonly second: number; readonly ms?: number }
type Day = { readonly year: number; readonly month: number; readonly day: number }
const MIDNIGHT: Clock = { hour: 0, minute: 0, second: 0 }

/** @returns null for an invalid time of day or day; the 31st of a short month is the first of the next */
function timeOf(
  { year, month, day }: Day,
  { hour, minute, second, ms = 0 }: Clock,
  zone: string,
  language: string | null = null,
): number | null {
  if (month < 0 || month > 11 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const local = Date.UTC(year, month, day, hour, minute, second, ms)
  return local - offsetOf(zone, local, language)
}

/** The form of RFC 822 and 2822, which nine of ten feeds use. */
const RFC =
  /^(?:[a-z]+\.?,?\s*)?(\d{1,2})[\s-]+([a-z]{3,9})[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*([a-z+\u2212-][\w:+/ -]*)?$/i

function rfc(text: string, { language }: DateHabits): number | null {
  const match = RFC.exec(text)
  if (!match || (match[7] && !isZone(match[7]))) return null
  // `6 October 2025 - 10:00` has a time and no zone.
  if (match[4] === undefined && /^[+\u2212-] /.test(match[7] ?? '')) return null
  const [, day, month = '', year = '', hour = '0', minute = '0', second = '0', zone = ''] = match
  const on = { year: fullYear(year), month: monthOf(month.toLowerCase()), day: Number(day) }
  return timeOf(on, { hour: Number(hour), minute: Number(minute), second: Number(second) }, zone, language)
}

/** Seconds or milliseconds since 1970. */
function count(text: string): number | null {
  const digits = /^(\d{9,10}|\d{12,13})(?:\.\d+)?$/.exec(text)?.[1]
  return digits ? Number(digits) * (digits.length > 10 ? 1 : 1000) : null
}

/** ISO 8601 and its profile W3C-DTF, down to the year alone, with or without dashes, and days of the year. */
const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-?(\d{3}))?(?:\s*[T\s]\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:](\d{1,3})\d*)?)?\s*(z|gmt|utc?)?\s*([+\u2212-].*|[a-z][\w/ ]*|\(.*)?)?(?:z|\+\d{2}:\d{2})?$/i

function iso(text: string, { language }: DateHabits): number | null {
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
  return on ? timeOf(on, at, zone || zulu, language) : null
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
    const on = ordinal(fullYear(ordinary[1] ?? ''), Number(ordinary[2]))
    return on ? timeOf(on, MIDNIGHT, '') : null
  }
  if (!year || !first) return null
  return timeOf({ year: fullYear(year), month: Number(first) - 1, day: Number(second) }, MIDNIGHT, '')
}

const CLOCK =
  /(?:(?<before>오전|오후|上午|下午|午前|午後|am|pm)\s*)?(?<!\d)(?<hour>\d{1,2})(?:[:.]|\s?[h시時时点點]\s?)(?<minute>\d{2})(?!\d)(?:[:.분分](?<second>\d{2})(?:[.,]\d+)?초?秒?)?\s*(?<after>a\.?m\.?(?![a-z])|p\.?m\.?(?![a-z]))?/i
/** A time of day without minutes, which needs a marker. */
const HOUR =
  /(?:(?<before>오전|오후|上午|下午|午前|午後)\s*)?(?<![\d:.])(?<hour>\d{1,2})\s?(?:(?<after>a\.?m\.?|p\.?m\.?)(?![a-z])|(?:h|hrs|uhr|heures?)(?!\p{L})|[시時时点點])/iu
/** Text after the time of day that is no zone. */
const CLOCK_WORD = /^\s?(?:uhr|hrs?|hours|h|heures?)(?![a-z])/i
const ZONE =
  /^\s*[-,]?\s*((?:gmt|utc?|z)?\s*[+\u2212-]\d{1,2}:?(?:\d{2})?(?!\d)|[a-z]+\/[a-z_/]+|\(?(?:[a-z]{2,5}|z)\b\)?)/i

/** Everything else: time of day and zone are removed, and the remainder must be a day. */
function parseWordDate(text: string, habits: DateHabits): number | null {
  const match = clockIn(text)
  if (!match) {
    const zone = /(?:\s|t)((?:gmt|utc|z)|[+-]\d{2}:?\d{2})$/i.exec(text)
    const on = dayIn(zone ? text.slice(0, zone.index) : text, habits)
    return on ? timeOf(on, MIDNIGHT, zone?.[1] ?? '') : null
  }
  const { before, hour, minute = '0', second = '0', after } = match.groups ?? {}
  const rest = text.slice(match.index + match[0].length).replace(CLOCK_WORD, '')
  const zone = monthOf(/^\s*(\p{L}+)/u.exec(rest)?.[1]?.toLowerCase() ?? '') < 0 ? ZONE.exec(rest) : null
  const on = dayIn(
    `${text.slice(0, match.index).replace(/t$/i, ' ')} ${rest.slice(zone?.[0].length ?? 0)}`,
    habits,
  )
  const at = {
    hour: hour24(Number(hour), before ?? after ?? ''),
    minute: Number(minute),
    second: Number(second),
  }
  return on ? timeOf(on, at, zone?.[1] ?? homeOf(text), habits.language) : null
}

/** `24.12.2026 10:30`: the time is the one with colons; `24 December 2026, 10.30` has no other number with a dot. */
function clockIn(text: string): RegExpExecArray | null {
  const clocks = [...text.matchAll(new RegExp(CLOCK.source, 'gi'))]
  const certain = clocks.find(([whole]) => /[:h시時时点點]|[ap]\.?m/i.test(whole))
  if (certain || clocks.length > 1) return certain ?? clocks.at(-1) ?? null
  return HOUR.exec(text) ?? (monthIn(text) === undefined ? null : (clocks[0] ?? null))
}

/** A date with Hangul is in Korean time, which is a single zone. */
const homeOf = (text: string): string => (/\p{Script=Hangul}/u.test(text) ? 'kst' : '')

function dayIn(text: string, habits: DateHabits): Day | null {
  const east = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})/.exec(text)
  const yearFirst = east ?? /(?<!\d)(\d{4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/.exec(text)
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]) - 1, day: Number(yearFirst[3]) }
  const month = monthIn(text)
  return month === undefined ? inNumbers(text, habits) : named(text, month)
}

/** The last match: weekdays start like months (mar., maa) and precede them. */
const monthIn = (text: string): number | undefined =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(monthOf).findLast((index) => index >= 0)

function named(text: string, month: number): Day | null {
  const numbers = text.match(/\d+/g) ?? []
  const year = numbers.find(({ length }) => length === 4) ?? (numbers.length > 1 ? numbers.at(-1) : undefined)
  const day =
    numbers.find((number) => number !== year && number.length <= 2) ??
    (numbers.length === 1 ? '1' : undefined)
  return year && day ? { year: fullYear(year), month, day: Number(day) } : null
}

/** A day in numbers with the year at the end, and the mark between them. */
export const NUMBERS = /(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)/

/** `24.12.2026`, `24-12-2026`, `12/24/2026`: in the only possible order, else in the document's. */
function inNumbers(text: string, { isDayFirst }: DateHabits): Day | null {
  const match = NUMBERS.exec(text)
  if (!match) return null
  const [, one, mark, two, written = ''] = match
  const [a, b, year] = [Number(one), Number(two), fullYear(written)]
  const monthFirst = a <= 12 && (b > 12 || !(isDayFirst ?? mark !== '/'))
  return monthFirst ? { year, month: a - 1, day: b } : { year, month: b - 1, day: a }
}

function byRuntime(text: string): number | null {
  // Only with a year: the runtime reads a lone number, or the year 1, as a day of 2001.
  const time =
    /(?<![\d+-])(19|20|21)\d{2}(?!\d)/.test(text) && /[a-z:/-]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const hour24 = (hour: number, half: string): number => {
  if (half === '' || hour > 12) return hour
  return (hour % 12) + (/^p|오후|下午|午後/i.test(half) ? 12 : 0)
}
/** RFC 2822 4.3: 00 to 49 are of this century. A year of another length than two or four digits is none. */
const fullYear = (year: string): number => {
  if (year.length !== 2) return year.length === 4 && Number(year) >= 100 ? Number(year) : Number.NaN
  return Number(year) + (Number(year) < 50 ? 2000 : 1900)
}
