/** The parameters of POWER on this server; reported to clients by status/configs (wire-contract 16, 20). */
import { ONE } from './amount.ts'

/** Upper bound of minted POWER (wire-contract 16: max supply). */
export const SUPPLY_MAX = 10_000_000_000n * ONE
/** No code is required up to this amount (wire-contract 20). */
export const WITHOUT_CODE = 5n * ONE

/**
 * Shares of the day's pool by level, 0 first, and ranks by level, highest first, cumulative. Of a hundred users the
 * first is on level 4, the next nine on 3, up to the 30th on 2, up to the 60th on 1, the others on 0.
 */
export const powerRules = {
  DAILY_POWER_PERCENTAGES: [0.04, 0.3, 0.36, 0.2, 0.1],
  LEVEL_PERCENTAGES: [0.01, 0.1, 0.3, 0.6],
  /** Whole POWER a day, shared by all. */
  DAILY_POWER_SUPPLY: 1000,
  /** Whole POWER a day, for each. */
  DAILY_CLAIM_AMOUNT: { trial: 2, normal: 20 },
  /** Of ten thousand, on tips, purchases and mints. */
  TAX_POINT: '500',
}

const taxed = new Set(['tip', 'purchase', 'mint'])

/** The tax on an amount, rounded down. */
export const taxOn = (kind: string, amount: bigint): bigint =>
  taxed.has(kind) ? (amount * BigInt(powerRules.TAX_POINT)) / 10_000n : 0n
