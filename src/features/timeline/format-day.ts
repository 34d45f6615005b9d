import { formatWeekday, formatFullDate } from '../../ui/index.ts'

const DAY_MS = 86_400_000

/** "Today", "Monday", "Tuesday, March 3", "March 3, 2019": as much as is needed to know the day. */
export function formatDay(
  day: number,
  now: number,
  language: string,
  translate: { readonly today: string; readonly yesterday: string },
): string {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.round((today - day) / DAY_MS)
  if (days === 0) return translate.today
  if (days === 1) return translate.yesterday
  if (days > 1 && days < 7) return formatWeekday(day, language)
  return formatFullDate(day, new Date(day).getFullYear() !== new Date(now).getFullYear(), language)
}
