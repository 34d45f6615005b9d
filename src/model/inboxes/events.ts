import { createEvent } from 'effector'

/** handle: the part before the @ of the address. The server checks it. */
export const inboxCreateRequested = createEvent<{ readonly handle: string; readonly title: string }>()
/** Deletes the inbox and all of its entries, for good. */
export const inboxDeleteRequested = createEvent<{ readonly handle: string }>()
/** Deletes entries of inboxes, for good; ids of other entries are ignored. */
export const mailDeleteRequested = createEvent<{ readonly ids: readonly string[] }>()

/** `inboxTitle`: title of the inbox of pages, for its first page. */
export type PageToSave = { readonly url: string; readonly title: string; readonly inboxTitle: string }
/** Saves a web page as an entry of the inbox of pages. */
export const pageSaveRequested = createEvent<PageToSave>()
