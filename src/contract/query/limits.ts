/** Bounds of what a query is counted and acted on for. */

/** The most entries that a search counts, and that one action on a query changes. */
export const MAX_MATCHES = 10_000
