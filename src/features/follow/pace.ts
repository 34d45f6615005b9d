/** How often feeds publish, in words: of what is known of them, and never of a guess. */
import type { TFunction } from 'i18next'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** As the server counts: the mean of four weeks. */
const WINDOW_MS = 4 * WEEK_MS
/** Fewer entries of a shorter time say nothing. */
const ENOUGH = 5

/**
 * Entries a week, by the dates in a feed's own document, which usually ends before four weeks are full.
 * @param dates ISO times
 * @returns null where they do not tell
 */
export function updatesPerWeek(dates: readonly string[], now: number): number | null {
  const times = dates
    .map((date) => Date.parse(date))
    .filter((time) => time <= now)
    .toSorted((a, b) => a - b)
  const [oldest] = times
  if (oldest === undefined) return null
  const recent = times.filter((time) => time > now - WINDOW_MS).length
  if (oldest <= now - WINDOW_MS) return recent / 4
  return times.length < ENOUGH ? null : recent / (Math.max(now - oldest, DAY_MS) / WEEK_MS)
}

/** "5 a week", "1 a month"; null where nothing is known, or nothing has come for four weeks. */
export function paceText(perWeek: number | null | undefined, t: TFunction): string | null {
  if (!perWeek) return null
  if (perWeek >= 0.9) return t('app:follow.perWeek', { count: Math.round(perWeek) })
  return t('app:follow.perMonth', { count: Math.max(1, Math.round(perWeek * 4)) })
}
