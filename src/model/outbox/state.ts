import { createEvent, createStore } from 'effector'
import type { OutboxRow } from '../../local/calls.ts'

/** A change on its way: `kept` once follow.db has it, `sending` while the server is asked. */
export type Waiting = OutboxRow & {
  readonly state: 'new' | 'kept' | 'sending'
  /** How often it was sent without an answer that settles it. */
  readonly attempts: number
}
export const outboxChanged = createEvent<readonly Waiting[]>()
export const $outbox = createStore<readonly Waiting[]>([], { serialize: 'ignore' }).on(
  outboxChanged,
  (_, rows) => rows,
)
export const $pendingCount = $outbox.map((rows) => rows.length)
export const $unsentCount = $pendingCount
/** Send what waits, now. */
export const flushAsked = createEvent()
