/** Amounts of POWER: integers of 10^-18, and the three numbers that SQL can add without loss. */

/** One POWER. */
export const ONE = 10n ** 18n
const MIDDLE = 10n ** 9n

/** How a posting stores an amount: whole · 10^18 + middle · 10^9 + low, all of one sign. */
export type Digits = { readonly whole: number; readonly middle: number; readonly low: number }
/** Sums of such columns, as text because they may be larger than a JavaScript number holds. */
export type DigitSums = { readonly whole: string; readonly middle: string; readonly low: string }

/** Prices in the contract are whole POWER, with a few decimals at most. @param power 0 or more */
export const wholePower = (power: number): bigint => (BigInt(Math.round(power * 1e6)) * ONE) / 1_000_000n

/** For display and for numeric fields of the contract: exact to about 15 digits. */
export const inWholePower = (amount: bigint): number => Number(amount) / Number(ONE)

export const toDigits = (amount: bigint): Digits => ({
  whole: Number(amount / ONE),
  middle: Number((amount % ONE) / MIDDLE),
  low: Number(amount % MIDDLE),
})

export const fromDigits = ({ whole, middle, low }: Digits | DigitSums): bigint =>
  BigInt(whole) * ONE + BigInt(middle) * MIDDLE + BigInt(low)
