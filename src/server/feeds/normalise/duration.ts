/** Durations as feeds write them. */

const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,7})(?:[.,]\d*)?$/
/** ISO 8601: `PT1H2M3S`, `P1DT2H`. */
const ISO = /^p(?:(\d{1,4})d)?(?:t(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,7})(?:[.,]\d+)?s)?)?$/
/** A number and its unit; in most languages of feeds the word after it begins with the unit. */
const PART = /(\d{1,7})(?:[.,]\d+)?\s*(\p{L}+|['’′"”″]+)\.?/gu
const BETWEEN = /^(?:[\s,;:&+-]|and|und|et|y|e)*$/u

const UNITS: readonly (readonly [seconds: number, unit: RegExp])[] = [
  [86_400, /^(d|days?|tage?|jours?|días?|dias?|giorn[io]|일|日|天)$/u],
  [
    3600,
    /^(h|hrs?|hours?|stunden?|std|heures?|horas?|or[ae]|uur|uren|timer?|timmar|ч|час\p{L}*|시간|時間|小时|小時|时|時)$/u,
  ],
  [60, /^(m|mins?|minut\p{L}*|мин\p{L}*|분|分|分钟|分鐘|['’′])$/u],
  [1, /^(s|secs?|seconds?|sek\p{L}*|secondes?|segundos?|second[io]|сек\p{L}*|초|秒|["”″]|''|’’|′′)$/u],
]

/** `1:02:03`, `62:03`, `3723`, `3723.4`, `PT1H2M3S`, `1h 2m 3s`, `1 hr. 2 min.`, `62 minutes` as seconds. */
export function secondsIn(text: string | undefined): number | undefined {
  const value = text?.trim().toLowerCase() ?? ''
  const clock = CLOCK.exec(value)
  const iso = clock ? null : ISO.exec(value)
  const total = clock ? sum([undefined, ...clock.slice(1)]) : iso ? sum(iso.slice(1)) : secondsOfText(value)
  return total > 0 ? total : undefined
}

/** @param parts days, hours, minutes and seconds */
const sum = (parts: readonly (string | undefined)[]): number =>
  [86_400, 3600, 60, 1].reduce((total, unit, at) => total + unit * Number(parts[at] ?? 0), 0)

function secondsOfText(text: string): number {
  if (text.length > 60) return 0
  let total = 0
  for (const [, number, word = ''] of text.matchAll(PART)) {
    const unit = UNITS.find(([, name]) => name.test(word))
    if (!unit) return 0
    total += Number(number) * unit[0]
  }
  return BETWEEN.test(text.replace(PART, '')) ? total : 0
}

const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,7}(?:[.,]\d{1,6})?)$/

/** A time in an episode, `1:02:03.500`, `62:03,5` or `3723.5`, as seconds; also the start itself, which is 0. */
export function secondsOfClock(text: string | undefined): number | undefined {
  const [, hours = '0', minutes = '0', seconds] = TIME.exec(text?.trim() ?? '') ?? []
  if (seconds === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
