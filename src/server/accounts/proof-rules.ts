/**
 * Which calls need more than a session. Whoever holds somebody's session (a stolen cookie, an unlocked laptop) may read;
 * they must not be able to take the account away, or to make themselves a way in that outlives the session.
 */

/**
 * - `always`: the code where a second factor is on, the password otherwise. Users who have neither must have signed in a
 *   moment ago.
 * - `unlessRecent`: the same, or a sign-in a moment ago. For calls in which clients of the contract have no field for it.
 * - `password`: better-auth compares the password that the call has to carry.
 * - `code`: our own call asks for the code itself, and for a second factor of everybody (wire-contract 3).
 */
export type ProofRule = 'always' | 'unlessRecent' | 'password' | 'code'

/** By path below /better-auth, or by name of the contract's call. A test walks all calls of the sign-in room against it. */
export const proofRules = {
  '/delete-user': 'always',
  '/delete-user-custom': 'code',
  '/change-email': 'always',
  '/change-password': 'password',
  '/set-password': 'always',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
  '/two-factor/get-totp-uri': 'password',
  '/link-social': 'unlessRecent',
  '/unlink-account': 'unlessRecent',
  '/passkey/verify-registration': 'unlessRecent',
  '/passkey/delete-passkey': 'unlessRecent',
  'appPasswords.create': 'always',
} as const satisfies Readonly<Record<string, ProofRule>>
export type ProvedCall = keyof typeof proofRules

/** A sign-in is recent for a quarter of an hour. */
export const RECENT_MS = 900_000
