/** Duration and renewal time of a hub's lease. Pure; times are ms. */
const DAY = 86_400_000
const HOUR = 3_600_000
/** Ten days: what most hubs grant at most. */
export const LEASE_SECONDS = 864_000
const SHORTEST = 600_000
const LONGEST = 30 * DAY

/** @param seconds granted by the hub; default: ten days */
export function leaseUntil(seconds: string | null, now: number): number {
  const granted = /^\d{1,9}$/.test(seconds ?? '') ? Number(seconds) : LEASE_SECONDS
  return now + Math.min(LONGEST, Math.max(SHORTEST, granted * 1000))
}

/** A fifth of the lease before its end, a day at most, so that a hub may fail a few times. */
export const renewalOf = (until: number, now: number): number =>
  Math.round(until - Math.min(DAY, (until - now) / 5))

/** @param failures in a row, this one counted */
export const renewSubscription = (failures: number, now: number): number =>
  now + Math.min(7 * DAY, HOUR * 2 ** Math.min(10, Math.max(0, failures - 1)))
