/** Dates as feeds write them, to ms since 1970. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** How other languages begin their months, where that differs from English (es, pt, fr, de, it, nl). */
const FOREIGN_MONTHS: Readonly<Record<string, number>> = {
  ene: 0,
  jän: 0,
  gen: 0,
  fev: 1,
  fév: 1,
  mär: 2,
  maa: 2,
  mrt: 2,
  abr: 3,
  avr: 3,
  mai: 4,
  mag: 4,
  mei: 4,
  giu: 5,
  lug: 6,
  ago: 7,
  aoû: 7,
  set: 8,
  okt: 9,
  out: 9,
  ott: 9,
  dez: 11,
  dic: 11,
  déc: 11,
}
/** Named zones of RFC 822 and the common ones beside it, in minutes east of Greenwich. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  ist: 330,
  cet: 60,
  met: 60,
  cest: 120,
  mest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  jst: 540,
  kst: 540,
  hkt: 480,
  sgt: 480,
  aest: 600,
  aedt: 660,
  acst: 570,
  awst: 480,
  nzst: 720,
  nzdt: 780,
  brt: -180,
  art: -180,
}
const RFC =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[\s-]+(\p{L}{3})\p{L}*\.?,?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?)?\s*(.*)$/iu
const AMERICAN =
  /^(?:[a-z]+\.?,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(?:(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([a-z]{2,5}\s+)?)?(\d{4})(.*)$/i
const ISO =
  /^(\d{4})-?(\d{2})?-?(\d{2})?(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,3})\d*)?)?)?\s*(.*)$/i
const EARLIEST = Date.UTC(1970, 0, 2)

/** @returns null for what is no date, or one that no feed can mean */
export function readDate(text: string | undefined): number | null {
  const trimmed = text?.trim().replace(/\s+/g, ' ') ?? ''
  if (trimmed === '' || trimmed.length > 100) return null
  const time = rfc(trimmed) ?? iso(trimmed) ?? american(trimmed) ?? byRuntime(trimmed)
  return time !== null && Number.isFinite(time) && time >= EARLIEST ? time : null
}

function rfc(text: string): number | null {
  const match = RFC.exec(text)
  if (!match) return null
  const [, day, month, year, hour = '0', minute = '0', second = '0', half, zone = ''] = match
  const index = monthOf(month ?? '')
  if (index < 0) return null
  return (
    Date.UTC(
      fullYear(Number(year)),
      index,
      Number(day),
      hour24(Number(hour), half),
      Number(minute),
      Number(second),
    ) - offset(zone)
  )
}

function american(text: string): number | null {
  const match = AMERICAN.exec(text)
  if (!match) return null
  const [, month, day, hour = '0', minute = '0', second = '0', zone = '', year, rest = ''] = match
  const index = monthOf(month ?? '')
  const clock = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(.*)$/i.exec(rest)
  if (index < 0) return null
  if (!clock)
    return (
      Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second)) - offset(zone)
    )
  const [, h, m, s = '0', half, after = ''] = clock
  return (
    Date.UTC(Number(year), index, Number(day), hour24(Number(h), half), Number(m), Number(s)) - offset(after)
  )
}

function iso(text: string): number | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '0', zone = ''] =
    match
  if (Number(month) < 1 || Number(month) > 12 || Number(day) > 31 || Number(hour) > 24) return null
  const ms = Number(fraction.padEnd(3, '0'))
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms) -
    offset(zone)
  )
}

function monthOf(month: string): number {
  const start = month.toLowerCase()
  return FOREIGN_MONTHS[start] ?? MONTHS.indexOf(start)
}

function byRuntime(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

const hour24 = (hour: number, half: string | undefined): number =>
  half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
/** RFC 2822 4.3: 00 to 49 are of this century. */
const fullYear = (year: number): number => (year >= 100 ? year : year < 50 ? 2000 + year : 1900 + year)

/** Milliseconds east of Greenwich; what is not known counts as Greenwich. */
function offset(zone: string): number {
  const text = zone.trim()
  const numeric = /^(?:gmt|utc?)?\s*([+\u2212-])(\d{1,2}):?(\d{2})?/i.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return (numeric[1] === '+' ? minutes : -minutes) * 60_000
  }
  return (ZONES[(/^[a-z]+/i.exec(text)?.[0] ?? '').toLowerCase()] ?? 0) * 60_000
}
