/** "in 12 minutes"; now for what is due. @param at ms @param now ms */
export function formatUntil(at: number, now: number, language: string): string {
  const minutes = Math.max(0, Math.round((at - now) / 60_000))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  if (minutes === 0) return format.format(0, 'second')
  if (minutes < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day')
}
