/**
 * The spec's ids: 13 to 19 digit numbers as text, whose upper 41 bits are milliseconds since 1712546615000
 * (spec 3, wire-contract 1.6). Text, because a JavaScript number cannot carry 19 digits.
 */
const EPOCH_MS = 1_712_546_615_000n
const SHIFT = 22n

/** Whether a text is one of the spec's ids: digits, a plausible year, within a signed 64-bit integer. */
export function isBizId(value: string): boolean {
  if (!/^\d{13,19}$/.test(value)) return false
  const number = BigInt(value)
  if (number >= 1n << 63n) return false
  const year = new Date(Number((number >> SHIFT) + EPOCH_MS)).getUTCFullYear()
  return year >= 2024 && year <= 2050
}

/**
 * A generator of ids that increase within one process and are distinct from those of other processes:
 * 12 bits identify the process, 10 bits count within a millisecond (borrowing from the next when they run out).
 * @param node 0 to 4095, one per process
 * @param now clock in ms since 1970
 */
export function createIds(node: number, now: () => number): () => string {
  let last = 0n
  let count = 0n
  return () => {
    let ms = BigInt(now()) - EPOCH_MS
    if (ms <= last) {
      ms = last
      count += 1n
      if (count > 1023n) {
        ms += 1n
        count = 0n
      }
    } else count = 0n
    last = ms
    return String((ms << SHIFT) | (BigInt(node & 4095) << 10n) | count)
  }
}
