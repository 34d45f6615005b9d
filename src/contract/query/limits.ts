/** Bounds for counting and changing what a query selects. */

/** Maximum number of entries that a search counts and that one action on a query changes. */
export const MAX_MATCHES = 10_000
