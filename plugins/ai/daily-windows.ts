/** The twelve hours that a daily report is about: it changes at 8 and at 20 o'clock of the browser (wire-contract 13). */

/** Times are ms; `endsAt` is exclusive. */
export type DailyWindow = { readonly startsAt: number; readonly endsAt: number }

const MORNING = 8
const EVENING = 20

/** The last two windows that are over, the newest first. */
export function dailyWindows(now: number): readonly [DailyWindow, DailyWindow] {
  const date = new Date(now)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  // Hours below 0 are of the day before. A day of a clock change has its hours, too.
  const at = (hour: number) => new Date(year, month, day, hour).getTime()
  const hour = date.getHours()
  const end = hour >= EVENING ? EVENING : hour >= MORNING ? MORNING : EVENING - 24
  return [
    { startsAt: at(end - 12), endsAt: at(end) },
    { startsAt: at(end - 24), endsAt: at(end - 12) },
  ]
}
