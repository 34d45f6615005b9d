/** Days as the reader's clock has them. */

const HOUR_MS = 3_600_000

export type Day = {
  /** Its noon, ms since 1970. */
  readonly at: number
  readonly count: number
}

/** The last `length` days with what was read in each, today last. */
export function lastDays(
  hours: readonly (readonly [number, number])[],
  now: number,
  length: number,
): readonly Day[] {
  const counts = new Map<string, number>()
  for (const [hour, count] of hours) {
    const day = new Date(hour * HOUR_MS).toDateString()
    counts.set(day, (counts.get(day) ?? 0) + count)
  }
  return Array.from({ length }, (_, at) => {
    const noon = new Date(now)
    noon.setHours(12, 0, 0, 0)
    noon.setDate(noon.getDate() - (length - 1 - at))
    return { at: noon.getTime(), count: counts.get(noon.toDateString()) ?? 0 }
  })
}

/** Days in a row that reached the goal: today counts as soon as it does, and breaks nothing before. */
export function streakOf(days: readonly Day[], goal: number): number {
  const until = (days.at(-1)?.count ?? 0) >= goal ? days : days.slice(0, -1)
  const missed = until.findLastIndex(({ count }) => count < goal)
  return until.length - 1 - missed
}
