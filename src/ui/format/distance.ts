/** A time in words, by its distance from now. */

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const formatFor = (language: string) =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })

/** "3 hr. ago", "yesterday": in the largest unit that it fills. @param at ms @param now ms */
export function formatAgo(at: number, now: number, language: string): string {
  const [unit, length] = UNITS.find(([, ms]) => now - at >= ms) ?? (['second', 1000] as const)
  const count = unit === 'second' ? 0 : Math.floor((now - at) / length)
  return formatFor(language).format(-count, unit)
}

/** "in 12 minutes"; now for what is due. @param at ms @param now ms */
export function formatUntil(at: number, now: number, language: string): string {
  const minutes = Math.max(0, Math.round((at - now) / 60_000))
  const format = formatFor(language)
  if (minutes === 0) return format.format(0, 'second')
  if (minutes < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day')
}
