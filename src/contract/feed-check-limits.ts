/** Apart from the schemas, because the browser needs it in its first bundle and zod not. */

/** Feeds that one `feeds.check` asks for. */
export const MAX_CHECKED_FEEDS = 100
