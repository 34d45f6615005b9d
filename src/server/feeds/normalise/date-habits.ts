/** How to read the dates of one document: by its language, and by its unambiguous dates. */
import { NUMBERS, readDate, type DateHabits } from './dates.ts'

/** Where the month precedes the day in numbers: `10/5/2025` is in October. */
const MONTH_FIRST = /^(en(-(us|ca|ph|pr))?|(fil|hu|ja|ko|tl|zh)(-.*)?)$/i
/** Two elements of one entry differ by less. */
const NEAR_MS = 36 * 3_600_000

/**
 * @param entries the dates of each entry, as written
 * @param language of the feed; null when unknown
 * @param now ms since 1970; later dates are unlikely
 */
export function dateHabitsOf(
  entries: readonly (readonly (string | undefined)[])[],
  language: string | null,
  now: number,
): DateHabits {
  const numbers = entries.flat().filter((date): date is string => date !== undefined && NUMBERS.test(date))
  if (numbers.length === 0) return { language }
  const isDayFirst = byNumbers(numbers) ?? byOtherDates(entries) ?? byTime(numbers, now)
  if (isDayFirst !== null) return { language, isDayFirst }
  // With dots and dashes the day always comes first.
  const hasSlashes = numbers.some((date) => NUMBERS.exec(date)?.[2] === '/')
  return language && hasSlashes ? { language, isDayFirst: !MONTH_FIRST.test(language) } : { language }
}

/** By dates whose first or second number is no month. */
function byNumbers(dates: readonly string[]): boolean | null {
  let balance = 0
  for (const date of dates) {
    const [, first, , second] = NUMBERS.exec(date) ?? []
    balance += Number(Number(first) > 12) - Number(Number(second) > 12)
  }
  return balance === 0 ? null : balance > 0
}

/** By other dates of the same entries. */
function byOtherDates(entries: readonly (readonly (string | undefined)[])[]): boolean | null {
  let balance = 0
  for (const dates of entries) {
    const other = dates
      .filter((date) => date !== undefined && !NUMBERS.test(date))
      .map((date) => readDate(date))
      .find((time) => time !== null)
    const date = dates.find((one) => one !== undefined && NUMBERS.test(one))
    if (other === undefined || other === null || date === undefined) continue
    const isNear = (isDayFirst: boolean): number =>
      Number(Math.abs((readDate(date, { isDayFirst }) ?? 0) - other) < NEAR_MS)
    balance += isNear(true) - isNear(false)
  }
  return balance === 0 ? null : balance > 0
}

/** The order in which no date is in the future. */
function byTime(dates: readonly string[], now: number): boolean | null {
  const isPast = (isDayFirst: boolean): boolean =>
    dates.every((date) => (readDate(date, { isDayFirst }) ?? 0) < now + NEAR_MS)
  return isPast(true) === isPast(false) ? null : isPast(true)
}
