/** Apart from the schemas, so that the browser's first bundle carries no zod. */

/** Maximum number of feeds of one `feeds.check`. */
export const MAX_CHECKED_FEEDS = 100
