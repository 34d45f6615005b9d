import { createEvent } from 'effector'

/** Downloads the entries of a query. */
export const takeAlongRequested = createEvent<{ readonly q: string }>()
export const takeAlongStopped = createEvent()
/** Removes the files; texts stay. */
export const offlineFilesRemovalRequested = createEvent()
