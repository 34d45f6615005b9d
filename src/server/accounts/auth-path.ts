/** Where better-auth is reached. Apart from `auth.ts`, which is loaded only when it is needed. */

/** Where all of its paths begin. */
export const AUTH_PATH = '/api/better-auth'
/** The header by which our door tells better-auth the peer's address; whatever a client puts there is overwritten. */
export const ADDRESS_HEADER = 'x-lectern-peer'
