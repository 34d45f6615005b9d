/** Bounds and colours of highlights, apart from the schemas, so that the browser's first bundle carries no zod. */

/** The colours of a highlight: the first is the default. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const
export type HighlightColor = (typeof highlightColors)[number]

/** Characters of a quotation, of what stands before and after it, and of a note. */
export const MAX_QUOTE = 10_000
export const MAX_QUOTE_CONTEXT = 200
export const MAX_NOTE = 20_000
/** Highlights and notes of one user. */
export const MAX_HIGHLIGHTS = 20_000
/** Ids are made by the device that creates a highlight, so that it can be changed before it is sent. */
export const MAX_HIGHLIGHT_ID = 64
