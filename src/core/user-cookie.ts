/**
 * A cookie beside that of the session, which scripts may read: the id of its user. It grants no access. src/startup/pre-paint.js,
 * which imports nothing, names it too.
 */
export const USER_COOKIE = 'lectern.user'
