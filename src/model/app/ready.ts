import { createEvent, createStore } from 'effector'

/** follow.db is open and its first rows stand in the stores. */
export const firstRowsShown = createEvent()
export const $ready = createStore(false, { serialize: 'ignore' }).on(firstRowsShown, () => true)
