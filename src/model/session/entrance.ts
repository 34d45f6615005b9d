/** How the user signed in on this page: usually not at all, as the session still exists. */
import { createEvent, createStore } from 'effector'

export type Entrance = 'signedIn' | 'registered' | 'updated'

export const entered = createEvent<Entrance>()
/** The last one; null: none. */
export const $entrance = createStore<Entrance | null>(null, { serialize: 'ignore' }).on(
  entered,
  (_, how) => how,
)
