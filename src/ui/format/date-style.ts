/** How times are written in lists; one choice for the whole page. */
import { formatRelativeTime } from './relative-time.ts'

export type DateStyle = 'default' | 'short' | 'long' | 'iso'
const styles: readonly string[] = ['default', 'short', 'long', 'iso']

let current: DateStyle = 'default'
const listeners = new Set<() => void>()

export const dateStyle = (): DateStyle => current

/** Any other text is the default, as other clients store formats of their own. */
export function setDateStyle(style: string): void {
  const next = styles.includes(style) ? (style as DateStyle) : 'default'
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

/** @returns stops listening */
export function onDateStyleChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** By language and style: building a formatter costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A time in the chosen style: relative; today's time of day, or the date; or date and time of ISO 8601.
 * @param at ms
 * @param now ms
 * @param isUnderDay a heading names the day: what is not of today is the time of day, in place of the date
 */
export function formatListTime(
  at: number,
  now: number,
  language: string,
  style: DateStyle,
  isUnderDay = false,
): string {
  if (!Number.isFinite(at)) return formatRelativeTime(at, now, language)
  const date = new Date(at)
  const ofToday = date.toDateString() === new Date(now).toDateString()
  if (style === 'default' && (ofToday || !isUnderDay)) return formatRelativeTime(at, now, language)
  if (style === 'iso') return isoTime(date)
  const isToday = ofToday || style === 'default'
  const key = `${language} ${isToday ? 'time' : style}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, isToday ? { timeStyle: 'short' } : { dateStyle: style })
  formats.set(key, format)
  return format.format(at)
}

/** Local time, as 2026-03-31 16:05. */
function isoTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
