/** A command whose keys the user wants to change. */
import { createEvent, createStore, sample } from 'effector'
import { screenRequested } from '../location/index.ts'

/** Opens the shortcuts page at a command, ready to record its keys. */
export const rebindRequested = createEvent<string>()
export const rebindStarted = createEvent()
export const $rebinding = createStore<string | null>(null, { serialize: 'ignore' })
  .on(rebindRequested, (_, id) => id)
  .reset(rebindStarted)
sample({ clock: rebindRequested, fn: () => ({ path: '/settings/shortcuts' }), target: screenRequested })
