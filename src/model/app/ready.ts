import { createEvent, createStore } from 'effector'

/** follow.db is open and its first rows stand in the stores. */
export const firstRowsShown = createEvent()
/** Another person's library takes the place of the one that was shown. */
export const rowsGone = createEvent()
export const $ready = createStore(false, { serialize: 'ignore' })
  .on(firstRowsShown, () => true)
  .on(rowsGone, () => false)

/** The first moments with the list are over: what nobody looks at meanwhile may be fetched. */
export const firstMomentsOver = createEvent()
export const $firstMomentsOver = createStore(false, { serialize: 'ignore' }).on(firstMomentsOver, () => true)
