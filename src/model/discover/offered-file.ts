/** A file that was dropped onto the window, to be imported: whichever part imports takes it. */
import { createEvent, createStore } from 'effector'

export const importFileOffered = createEvent<File>()
export const importFileTaken = createEvent()
/** null while there is none. */
export const $offeredFile = createStore<File | null>(null, { serialize: 'ignore' })
  .on(importFileOffered, (_, file) => file)
  .on(importFileTaken, () => null)
