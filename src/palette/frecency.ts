import type { RecentCommand } from '../model/recents/index.ts'

/** The weight of a use halves every week. */
const HALF_LIFE_MS = 7 * 86_400_000
/** What a use in another pane counts. */
const OTHER_PANE = 0.4

/**
 * 0 for a row never used, approaching 1 for one used often and recently in this pane.
 * @param area the pane that had the focus
 */
export function frecency(recent: RecentCommand | undefined, now: number, area: string): number {
  if (!recent) return 0
  const here = recent.areas?.[area] ?? 0
  const uses = here + (recent.times - here) * OTHER_PANE
  const weight = uses * 2 ** (-Math.max(0, now - recent.at) / HALF_LIFE_MS)
  return weight / (weight + 1)
}
