/** How the user got into the reader, in this page: in most visits by neither, as their session is still there. */
import { createEvent, createStore } from 'effector'

export type Entrance = 'signedIn' | 'registered' | 'updated'

export const entered = createEvent<Entrance>()
/** The last one; null: none. */
export const $entrance = createStore<Entrance | null>(null, { serialize: 'ignore' }).on(
  entered,
  (_, how) => how,
)
