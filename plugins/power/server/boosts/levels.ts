/** Boost levels: boosters required, monthly cost and fetch interval. Pure. */
type Level = {
  /** Boosters required. */
  readonly from: number
  /** Whole POWER. */
  readonly monthlyCost: number
  /** Maximum minutes between fetches; the feed's own limits still apply. */
  readonly minutes: number
}

const levels: readonly Level[] = [
  { from: 0, monthlyCost: 10, minutes: 360 },
  { from: 1, monthlyCost: 20, minutes: 180 },
  { from: 3, monthlyCost: 30, minutes: 120 },
  { from: 8, monthlyCost: 40, minutes: 90 },
  { from: 20, monthlyCost: 50, minutes: 60 },
]

/** Durations offered by clients (wire-contract 9). */
export const durations = [1, 3, 6, 12]
export const MONTH_MS = 30 * 86_400_000

export type BoostLevel = Level & { readonly level: number; readonly missing: number }

/** @returns the level of a feed, and the boosters missing for the next; 0 on the highest */
export function boostLevelOf(people: number): BoostLevel {
  const at = levels.findLastIndex(({ from }) => people >= from)
  const level = levels[at] ?? { from: 0, monthlyCost: 0, minutes: 0 }
  const next = levels[at + 1]
  return { ...level, level: at, missing: next ? next.from - people : 0 }
}
