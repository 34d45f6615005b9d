/**
 * Mutation version, incremented when a mutation is sent, acknowledged or removed. A response to a request made at an
 * older version may be stale and must not overwrite local rows.
 */
import { createEvent, createStore, sample, type Event, type EventCallable } from 'effector'
import { itemsRemoved, sendStarted } from './state.ts'

/** The server has responded to a mutation; follow.db records it next. */
export const mutationAcknowledged = createEvent()
export const $mutationVersion = createStore(0, { serialize: 'ignore' }).on(
  [sendStarted, mutationAcknowledged, itemsRemoved],
  (count) => count + 1,
)

/**
 * The responses that no mutation can have made stale; the others are requested again.
 * @param received each with the version of its request
 */
export function freshResponses<T extends { readonly version: number }>(
  received: Event<T>,
  requested: EventCallable<void>,
): Event<T> {
  const compared = sample({
    clock: received,
    source: $mutationVersion,
    fn: (now, response) => ({ response, isFresh: response.version === now }),
  })
  sample({ clock: compared, filter: ({ isFresh }) => !isFresh, fn: () => {}, target: requested })
  return sample({ clock: compared, filter: ({ isFresh }) => isFresh, fn: ({ response }) => response })
}
