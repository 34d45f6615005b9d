import type { RecentCommand } from '../model/index.ts'

/** The weight of a use halves every week. */
const HALF_LIFE_MS = 7 * 86_400_000

/** 0 for a command never used, approaching 1 for one used often and recently. */
export function frecency(recent: RecentCommand | undefined, now: number): number {
  if (!recent) return 0
  const weight = recent.times * 2 ** (-Math.max(0, now - recent.at) / HALF_LIFE_MS)
  return weight / (weight + 3)
}
