/** The path of better-auth. Separate from `auth.ts`, which is loaded lazily. */

/** The prefix of all its paths. */
export const AUTH_PATH = '/api/better-auth'
/** The header that passes the peer's address to better-auth; a value sent by the client is overwritten. */
export const ADDRESS_HEADER = 'x-lectern-peer'
