/**
 * A cookie beside that of the session that scripts may read: the id of its user. It grants no access. src/startup/pre-paint.js,
 * which imports nothing, repeats its name.
 */
export const USER_COOKIE = 'lectern.user'

/**
 * The reader sets it to the id of the user whose data this browser has stored: the server then sends the page without the first
 * entries (src/server/first-page.ts).
 */
export const STORED_COOKIE = 'lectern.stored'
