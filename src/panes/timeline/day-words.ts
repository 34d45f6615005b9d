const DAY_MS = 86_400_000

/** "Today", "Monday", "3 March", "3 March 2019": as much as is needed to know the day. */
export function dayWords(
  day: number,
  now: number,
  language: string,
  words: { readonly today: string; readonly yesterday: string },
): string {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.round((today - day) / DAY_MS)
  if (days === 0) return words.today
  if (days === 1) return words.yesterday
  if (days > 1 && days < 7) return format(language, { weekday: 'long' }, day)
  const sameYear = new Date(day).getFullYear() === new Date(now).getFullYear()
  return format(
    language,
    { day: 'numeric', month: 'long', ...(sameYear ? { weekday: 'long' } : { year: 'numeric' }) },
    day,
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making a format costs more than using it a hundred times. */
function format(language: string, options: Intl.DateTimeFormatOptions, time: number): string {
  const key = language + JSON.stringify(options)
  let made = formats.get(key)
  if (!made) formats.set(key, (made = new Intl.DateTimeFormat(language, options)))
  return made.format(time)
}
