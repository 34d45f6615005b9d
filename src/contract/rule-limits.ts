/** Bounds of rules, apart from the schemas, so that the browser's first bundle carries no zod. */

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
