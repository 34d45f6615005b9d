/** Second factors outside of sign-in: the six-digit code required where a user pays much. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../http/refusal.ts'
import type { Storage } from '../storage/open.ts'
import {
  addUsedCode,
  countWrongCode,
  resetWrongCodes,
  secondFactorOf,
} from '../storage/accounts/second-factors.ts'

/**
 * Passes a call that requires the second factor; throws 4008 when the code is missing, 4007 when it is wrong.
 * Users without a second factor pass, unless `always`: then they have to set one up first.
 */
export type DemandCode = (code: string | undefined, how?: { readonly always?: boolean }) => Promise<void>

const STEP_MS = 30_000
const DIGITS = 6

/** @param secret the server's, which seals the users' secrets @returns the check for a given user */
export function createCodes(
  storage: Storage,
  secret: string,
  now: () => number,
): (userId: string) => DemandCode {
  return (userId) =>
    async (code, { always = false } = {}) => {
      const factor = await secondFactorOf(storage, userId)
      if (!factor && always)
        throw new Refusal('twoFactorCodeRequired', 'Set up a second factor in your settings first.')
      if (!factor) return
      if (!code) throw new Refusal('twoFactorCodeRequired')
      if (factor.lockedUntil > now())
        throw new Refusal('invalidTwoFactorCode', 'Too many wrong codes: wait a quarter of an hour.')
      const { symmetricDecrypt } = await import('better-auth/crypto')
      const key = await symmetricDecrypt({ key: secret, data: factor.secret })
      const counter = counterOf(key, code.trim(), now())
      // A code is single-use, so that an observed one cannot be replayed.
      if (counter !== null && (await addUsedCode(storage, userId, counter)))
        return resetWrongCodes(storage, factor.id)
      await countWrongCode(storage, factor.id, now())
      throw new Refusal('invalidTwoFactorCode')
    }
}

/** The 30 s time step of the code: the current, previous or next one; null when it matches none. */
function counterOf(key: string, code: string, now: number): number | null {
  const present = Math.floor(now / STEP_MS)
  return [present, present - 1, present + 1].find((counter) => same(codeAt(key, counter), code)) ?? null
}

/** RFC 4226, as better-auth does it: the key is the text itself. */
export function codeAt(key: string, counter: number): string {
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', key).update(moment).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

const same = (expected: string, actual: string): boolean =>
  /^\d{6}$/.test(actual) && timingSafeEqual(Buffer.from(expected), Buffer.from(actual))
