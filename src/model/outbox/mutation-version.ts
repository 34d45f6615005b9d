/**
 * Mutation version, incremented when a mutation is sent, acknowledged or removed. A response to a request made at an
 * older version may be stale and must not overwrite local rows.
 */
import { createEvent, createStore } from 'effector'
import { itemsRemoved, sendStarted } from './state.ts'

/** The server has responded to a mutation; follow.db records it next. */
export const mutationAcknowledged = createEvent()
export const $mutationVersion = createStore(0, { serialize: 'ignore' }).on(
  [sendStarted, mutationAcknowledged, itemsRemoved],
  (count) => count + 1,
)
