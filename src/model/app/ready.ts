import { createEvent, createStore } from 'effector'

/** follow.db is open and its first rows are in the stores. */
export const localRowsLoaded = createEvent()
/** Another user's rows replace the current ones. */
export const localRowsCleared = createEvent()
export const $ready = createStore(false, { serialize: 'ignore' })
  .on(localRowsLoaded, () => true)
  .on(localRowsCleared, () => false)

/** The first list is visible and the page is idle: deferred parts may be loaded. */
export const startupIdle = createEvent()
/** The subjects of model/later.ts are loaded. */
export const laterLoaded = createEvent()
export const $startupIdle = createStore(false, { serialize: 'ignore' }).on(startupIdle, () => true)
