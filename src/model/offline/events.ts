import { createEvent } from 'effector'

/** Takes the entries of a query along. */
export const takeAlongRequested = createEvent<{ readonly q: string }>()
export const takeAlongStopped = createEvent()
/** Removes the files; texts stay. */
export const offlineFilesRemovalRequested = createEvent()
