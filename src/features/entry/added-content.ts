/** Selects the texts that the reader puts into an entry's content: buttons, what was removed, pictures that failed. */
export const ADDED_CONTENT = 'button,.entry-removed,.entry-picture-failed'
