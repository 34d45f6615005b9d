/** Bounds and colours of highlights, apart from the schemas, so that the browser's first bundle carries no zod. */

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
