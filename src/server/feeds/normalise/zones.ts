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
  cet: 60,
  met: 60,
  cest: 120,
  mest: 120,
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
const OFFSET = /^(?:gmt|utc?|z)?\s*([+\u2212\u2013-])\s?(\d{1,2}):?(\d{2})?/i
const IANA_ZONE = /^[a-z]+(?:\/[a-z_+-]+\d*){1,2}/i

/** Milliseconds to subtract from local time to get UTC; an unknown zone counts as UTC. */
export function offsetOf(zone: string, local: number): number {
  const text = zone.trim().replace(/^\(|\)$/g, '')
  const numeric = OFFSET.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return (numeric[1] === '+' ? minutes : -minutes) * 60_000
  }
  const zoneName = IANA_ZONE.exec(text)?.[0]
  if (zoneName) return ianaOffset(zoneName, local)
  const name = /^[a-z]+/i.exec(text)?.[0]?.toLowerCase() ?? ''
  return (Object.hasOwn(ZONES, name) ? (ZONES[name] ?? 0) : 0) * 60_000
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
