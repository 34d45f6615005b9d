import { createEvent, createStore } from 'effector'

/** follow.db is open and its first rows stand in the stores. */
export const localRowsLoaded = createEvent()
/** Another person's library takes the place of the one that was shown. */
export const localRowsCleared = createEvent()
export const $ready = createStore(false, { serialize: 'ignore' })
  .on(localRowsLoaded, () => true)
  .on(localRowsCleared, () => false)

/** The user has had a moment with the first list: what it did not need may be loaded. */
export const startupIdle = createEvent()
export const $startupIdle = createStore(false, { serialize: 'ignore' }).on(startupIdle, () => true)
