/** Time zones as feeds write them: offsets, abbreviations and IANA names. */

/** Abbreviations of RFC 822 and other common ones, in minutes east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  ist: 330,
  idt: 180,
  cet: 60,
  met: 60,
  mez: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  at: -240,
  ast: -240,
  adt: -180,
  et: -300,
  est: -300,
  edt: -240,
  ct: -360,
  cst: -360,
  cdt: -300,
  mt: -420,
  mst: -420,
  mdt: -360,
  pt: -480,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  nst: -210,
  ndt: -150,
  jst: 540,
  kst: 540,
  hkt: 480,
  sgt: 480,
  pht: 480,
  wib: 420,
  ict: 420,
  pkt: 300,
  gst: 240,
  aest: 600,
  aedt: 660,
  acst: 570,
  acdt: 630,
  awst: 480,
  nzst: 720,
  nzdt: 780,
  brt: -180,
  brst: -120,
  art: -180,
  clt: -240,
  sast: 120,
  cat: 120,
  eat: 180,
  wat: 60,
  trt: 180,
}
/** Abbreviations with another meaning where a language is spoken. */
const AUSTRALIAN = { est: 600, edt: 660, cst: 570, cdt: 630, wst: 480 }
const PHILIPPINE = { pst: 480 }
const MEANINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ar: { ast: 180 },
  bn: { bst: 360 },
  'en-au': AUSTRALIAN,
  'en-ie': { ist: 60 },
  'en-ph': PHILIPPINE,
  'es-cu': { cst: -300, cdt: -240 },
  fil: PHILIPPINE,
  ga: { ist: 60 },
  he: { ist: 120 },
  iw: { ist: 120 },
  ms: { mst: 480 },
  tl: PHILIPPINE,
  zh: { cst: 480 },
}
/** Abbreviations that are also words: `6 October 2025 at 10:00`. They are zones in capitals only. */
const WORDS = new Set(['art', 'at', 'cat', 'eat', 'et', 'met'])
const OFFSET = /^(?:gmt|utc?|z)?\s*([+\u2212\u2013-])\s?(\d{1,2}):?(\d{2})?/i
const IANA_ZONE = /^[a-z]+(?:\/[a-z_+-]+\d*){1,2}/i

/** Whether a text begins with a known zone and names no time of day. */
export function isZone(text: string): boolean {
  const zone = OFFSET.exec(text)?.[0] ?? IANA_ZONE.exec(text)?.[0] ?? nameIn(text)
  return (/[\d/]/.test(zone) || minutesOf(zone, null) !== null) && !/\d[:.h]\d/.test(text.slice(zone.length))
}

/**
 * Milliseconds to subtract from local time to get UTC; an unknown zone counts as UTC.
 * @param language of the feed: some abbreviations have several meanings
 */
export function offsetOf(zone: string, local: number, language: string | null = null): number {
  const text = zone.trim().replace(/^\(|\)$/g, '')
  const numeric = OFFSET.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return (numeric[1] === '+' ? minutes : -minutes) * 60_000
  }
  const zoneName = IANA_ZONE.exec(text)?.[0]
  if (zoneName) return ianaOffset(zoneName, local)
  return (minutesOf(nameIn(text), language) ?? 0) * 60_000
}

const nameIn = (text: string): string => /^[a-z]+/i.exec(text)?.[0] ?? ''

/** An abbreviation in minutes east of UTC; null for an unknown one. */
function minutesOf(written: string, language: string | null): number | null {
  const name = written.toLowerCase()
  if (WORDS.has(name) && written !== name.toUpperCase()) return null
  const tag = language?.toLowerCase() ?? ''
  const meaning = MEANINGS[tag]?.[name] ?? MEANINGS[tag.replace(/-.*$/, '')]?.[name]
  return meaning ?? (Object.hasOwn(ZONES, name) ? (ZONES[name] ?? null) : null)
}

const clocks = new Map<string, Intl.DateTimeFormat | null>()
const CLOCKS_MAX = 1000

function clockOf(zoneName: string): Intl.DateTimeFormat | null {
  const cached = clocks.get(zoneName)
  if (cached !== undefined) return cached
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zoneName, timeZoneName: 'longOffset' })
  } catch {
    // Unknown zone.
  }
  if (clocks.size < CLOCKS_MAX) clocks.set(zoneName, clock)
  return clock
}

/** The zone's offset at its local time; in the hour repeated by a clock change, either is right. */
function ianaOffset(zoneName: string, local: number): number {
  const clock = clockOf(zoneName)
  if (!clock || !Number.isFinite(local)) return 0
  const at = (time: number): number => {
    const name = clock.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
    return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  }
  return at(local - at(local))
}
