/**
 * Which calls need more than a session. The holder of a stolen session (a cookie, an unlocked laptop) may read,
 * but must not be able to take the account over, or to create access that outlives the session.
 */

/**
 * - `always`: the code where a second factor is enabled, the password otherwise. Users with neither need a recent
 * sign-in.
 * - `unlessRecent`: the same, or a recent sign-in in place of the password. For calls where clients of the contract have no
 * field for it.
 * - `password`: better-auth verifies the password that the call must contain.
 * - `code`: our own call verifies the code itself, and requires a second factor of every user (wire-contract 3).
 */
export type ProofRule = 'always' | 'unlessRecent' | 'password' | 'code'

/** By path below /better-auth, or by the call's name in the contract. A test checks all sign-in calls against it. */
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
  'authorizations.create': 'always',
} as const satisfies Readonly<Record<string, ProofRule>>
export type ProvedCall = keyof typeof proofRules

/** A sign-in is recent for 15 minutes. */
export const RECENT_MS = 900_000
