/**
 * A cookie beside that of the session that scripts may read: the id of its user. It grants no access. src/startup/pre-paint.js,
 * which imports nothing, repeats its name.
 */
export const USER_COOKIE = 'lectern.user'
