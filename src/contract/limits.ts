/** Bounds of the contract, apart from the schemas, so that the browser's first bundle carries no zod. */

/** Characters of a pattern (RE2). */
export const MAX_PATTERN = 500
/** Rewrites of one rule. */
export const MAX_REWRITES = 50
/** Characters of what a rewrite searches for: a pattern is between slashes, with a flag. */
export const MAX_REWRITE_FROM = MAX_PATTERN + '//i'.length
/** Characters of what a rewrite puts in its place. */
export const MAX_REWRITE_TO = 2000
/** Characters of all rewrites of a user: they are stored with each entry on which the rules act. */
export const MAX_REWRITE_TEXT = 20_000
/** Characters of all rules of a user as JSON. */
export const MAX_RULES_TEXT = 100_000
/** Characters of a webhook's address. */
export const MAX_WEBHOOK_ADDRESS = 2000

/** Maximum number of feeds of one `feeds.check`. */
export const MAX_CHECKED_FEEDS = 100

/** The colours of a highlight: the first is the default. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const
export type HighlightColor = (typeof highlightColors)[number]

/** Characters of a quotation, of the text before and after it, and of a note. */
export const MAX_QUOTE = 10_000
export const MAX_QUOTE_CONTEXT = 200
export const MAX_NOTE = 20_000
/** Highlights and notes of one user. */
export const MAX_HIGHLIGHTS = 20_000
/** The device that creates a highlight generates its id, so that it can be changed before it is sent. */
export const MAX_HIGHLIGHT_ID = 64

/** Maximum number of entries that a search counts and that one action on a query changes. */
export const MAX_MATCHES = 10_000

/** Tracks of a queue, and those that were removed from it lately, that are stored at most: the newest. */
export const MAX_QUEUED = 500
/** Characters of a queued track. */
export const MAX_QUEUED_SRC = 2000
export const MAX_QUEUED_TITLE = 1000
