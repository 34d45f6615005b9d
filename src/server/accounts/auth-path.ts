/** The path of better-auth. Separate from `auth.ts`, which is loaded lazily. */

/** The prefix of all its paths. */
export const AUTH_PATH = '/api/better-auth'
/** The header that passes the peer's address to better-auth; a value sent by the client is overwritten. */
export const ADDRESS_HEADER = 'x-lectern-peer'

/** Paths of the contract that better-auth has renamed, below /better-auth (wire-contract 3). */
export const RENAMED: Readonly<Record<string, string>> = {
  '/forget-password': '/request-password-reset',
  '/one-time-token/apply': '/one-time-token/verify',
}
