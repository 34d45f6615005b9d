/** When a digest is due, in the time zone of its user. */
import type { Schedule } from './contract.ts'

const DAY_MS = 86_400_000

export const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}

/** The first time strictly after `after` at which it is due, both in ms since 1970. */
export function nextRun({ frequency, weekday, hour, timeZone }: Schedule, after: number): number {
  const wallTime = wallTimeIn(timeZone)
  const today = Math.floor(wallTime(after) / DAY_MS) * DAY_MS
  // Eight days: a weekly one may have been due earlier today.
  for (let day = 0; day <= 8; day += 1) {
    const date = today + day * DAY_MS
    if (frequency === 'weekly' && new Date(date).getUTCDay() !== weekday) continue
    const due = instantOf(date + hour * 3_600_000, wallTime)
    if (due > after) return due
  }
  throw new Error(`There is no weekday ${weekday}`)
}

/** What the clocks of a zone show at an instant, as if it were UTC. */
type WallTime = (at: number) => number

function wallTimeIn(timeZone: string): WallTime {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/**
 * The instant at which the clocks show a time. Of two, the earlier one; where they skip it, as much later as they are moved
 * (as Temporal's `compatible` has it).
 */
function instantOf(shown: number, wallTime: WallTime): number {
  const offsetAt = (at: number) => wallTime(at) - at
  const before = shown - offsetAt(shown - DAY_MS)
  const after = shown - offsetAt(shown + DAY_MS)
  const right = [before, after].filter((at) => wallTime(at) === shown)
  return right.length > 0 ? Math.min(...right) : before
}
