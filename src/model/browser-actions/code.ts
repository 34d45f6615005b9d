/** Copying the code of the open entry: what is at hand only the page knows. */
import { createEvent, createStore } from 'effector'

/** Whether the open entry has blocks of code. */
export const codeShown = createEvent<boolean>()
export const $hasCode = createStore(false, { serialize: 'ignore' }).on(codeShown, (_, has) => has)
/** The block that has the focus or the pointer, or else the first in view, is copied. */
export const codeCopyRequested = createEvent()
