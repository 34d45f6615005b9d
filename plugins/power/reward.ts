/** How the level of a user and their daily reward come about (wire-contract 16). */
import { ONE, taxOn } from './amount.ts'
import type { PowerRules } from './power-calls.ts'
import type { Wallet } from './wire.ts'

/** What level 0 shows in place of the ratio of its shares. */
const LEVEL_ZERO = 0.1
/** Activity points of a user who has done nothing: once the share. */
const LOWEST_POINTS = 10

export type LevelRule = {
  readonly level: number
  /** Up to which share of all users, richest first, this level reaches. */
  readonly upTo: number
  /** Of the daily supply. */
  readonly supplyShare: number
  /** What a user of this level gets, in relation to one of level 1. */
  readonly multiplier: number
}

/** Every level, the highest first. */
export function levelRules({ rankShares, supplyShares }: PowerRules): LevelRule[] {
  const ratioOf = (level: number) => {
    const at = rankShares.length - level
    const width = (rankShares[at] ?? 1) - (rankShares[at - 1] ?? 0)
    return (supplyShares[level] ?? 0) / width
  }
  return Array.from({ length: rankShares.length + 1 }, (_, at) => {
    const level = rankShares.length - at
    return {
      level,
      upTo: rankShares[at] ?? 1,
      supplyShare: supplyShares[level] ?? 0,
      multiplier: level === 0 ? LEVEL_ZERO : ratioOf(level) / ratioOf(1),
    }
  })
}

export type Reward = {
  readonly base: bigint
  /** The part of the daily supply. */
  readonly share: bigint
  readonly tax: bigint
  readonly net: bigint
}

/** What today's claim brings. */
export function rewardOf(
  { todayDailyPower }: Pick<Wallet, 'todayDailyPower'>,
  { claimAmount, taxPoint }: PowerRules,
  isTrial: boolean,
): Reward {
  const total = BigInt(todayDailyPower)
  const whole = BigInt(isTrial ? claimAmount.trial : claimAmount.normal) * ONE
  const base = whole < total ? whole : total
  const tax = taxOn(total, taxPoint)
  return { base, share: total - base, tax, net: total - tax }
}

/** 1 to 5. */
export const activityOf = (points: number | null): number => (points ?? LOWEST_POINTS) / LOWEST_POINTS
