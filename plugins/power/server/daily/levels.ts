/** Ranks, levels and rewards of users. Pure. */
import { wholePower } from '../ledger/amount.ts'
import { powerRules } from '../ledger/rules.ts'

/** A user's actions of the day before: entries opened one by one, and stars. */
export type Activity = { readonly reads: number; readonly stars: number }
export type RankedUser = {
  readonly userId: string
  readonly rank: number
  readonly level: number
  readonly activityPoints: number
  readonly reward: bigint
}

/** wire-contract 20: 10 to 50, which is 1x to 5x. */
const LOWEST = 10
const HIGHEST = 50

/** A star counts for two entries read; forty make a full day. */
const pointsOf = ({ reads, stars }: Activity): number => Math.min(HIGHEST, LOWEST + reads + 2 * stars)

/** @param rank from 1 @param total number of ranked users; the first is always on the highest level */
function levelOf(rank: number, total: number): number {
  const { LEVEL_PERCENTAGES } = powerRules
  const at = LEVEL_PERCENTAGES.findIndex((share) => (rank - 1) / total < share)
  return at < 0 ? 0 : LEVEL_PERCENTAGES.length - at
}

/**
 * Splits the day's pool: first over levels, then within a level by activity points. Rounded down, so that the sum never exceeds
 * the pool.
 * @param people richest first
 */
export function rankingOf(
  people: readonly { readonly userId: string; readonly activity: Activity }[],
): RankedUser[] {
  const placed = people.map(({ userId, activity }, at) => ({
    userId,
    rank: at + 1,
    level: levelOf(at + 1, people.length),
    activityPoints: pointsOf(activity),
  }))
  const points = Map.groupBy(placed, ({ level }) => level)
  const sums = new Map([...points].map(([level, all]) => [level, sum(all.map((one) => one.activityPoints))]))
  return placed.map((one) => ({
    ...one,
    reward: (poolOf(one.level) * BigInt(one.activityPoints)) / BigInt(sums.get(one.level) ?? 1),
  }))
}

const poolOf = (level: number): bigint =>
  wholePower(powerRules.DAILY_POWER_SUPPLY * (powerRules.DAILY_POWER_PERCENTAGES[level] ?? 0))

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
