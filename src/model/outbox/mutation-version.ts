/**
 * Steps of writes, counted: sent, answered, gone. An answer of the server that was asked at another count may or may not
 * hold a write of ours, and must not overwrite what that write made.
 */
import { createEvent, createStore } from 'effector'
import { itemsRemoved, sendStarted } from './state.ts'

/** The server has answered a write; follow.db is about to take it. */
export const mutationAcknowledged = createEvent()
export const $mutationVersion = createStore(0, { serialize: 'ignore' }).on(
  [sendStarted, mutationAcknowledged, itemsRemoved],
  (count) => count + 1,
)
