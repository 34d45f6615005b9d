/** Labels over links and controls that activate them when they are typed. */
import { createEvent, createStore } from 'effector'

/**
 * - entry: the links and controls of the open entry; interface: every visible control
 * - beside: the links of the open entry, to show their pages in the second half of its pane
 */
export type HintScope = 'entry' | 'interface' | 'beside'

export const hintsRequested = createEvent<{ scope: HintScope }>()
export const hintsClosed = createEvent()
/** Which controls are labelled; null: none. */
export const $hints = createStore<HintScope | null>(null, { serialize: 'ignore' })
  .on(hintsRequested, (_, { scope }) => scope)
  .reset(hintsClosed)
