/** Amounts of POWER: bigints of 10^-18. */
const DECIMALS = 18
export const ONE = 10n ** BigInt(DECIMALS)

/** @returns null where the text is no amount above 0, in digits with at most 18 decimals */
export function parseAmount(text: string): bigint | null {
  const match = /^(\d{1,11})(?:[.,](\d{1,18}))?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  const amount = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'))
  return amount > 0n ? amount : null
}

/** Decimals that are shown; further ones are cut off, so that nobody seems to have more than they have. */
const SHOWN = 2

/** @param amount a whole number of 10^-18, as text or bigint */
export function formatAmount(amount: string | bigint, language: string): string {
  const units = BigInt(amount) / 10n ** BigInt(DECIMALS - SHOWN)
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN })
  return format.format(Number(units) / 10 ** SHOWN)
}

/** The tax on an amount, rounded down. @param taxPoint of ten thousand */
export const taxOn = (amount: bigint, taxPoint: number): bigint => (amount * BigInt(taxPoint)) / 10_000n
