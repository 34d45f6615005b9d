/** Which feeds are rare voices: those that published at most once in two weeks, counted over the last ninety days. */

const DAY = 86_400_000
const DAYS = 90
/** Maximum number of entries of a rare feed in that time. */
export const RARE_ENTRIES = Math.floor(DAYS / 14)

/** Entries that were published since then are counted. @param now ms since 1970 */
export const rareSince = (now: number): number => now - DAYS * DAY

/** @param next when the newest entry but {@link RARE_ENTRIES} was published, ms; null: there are fewer */
export const isRareFeed = (next: number | null, now: number): boolean =>
  next === null || next < rareSince(now)
