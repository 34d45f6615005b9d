import { createEvent, createStore } from 'effector'
import type { OutboxRow } from '../../local/calls.ts'

/** A change on its way: new until follow.db has it, sending while the server is asked. */
export type OutboxItem = OutboxRow & {
  readonly state: 'new' | 'kept' | 'sending'
  /** How often it was sent without an answer that settles it. */
  readonly attempts: number
}
export const itemsEnqueued = createEvent<readonly OutboxItem[]>()
export const itemsPersisted = createEvent<readonly string[]>()
export const sendStarted = createEvent<readonly string[]>()
/** Sent without an answer that settles them. */
export const itemsRequeued = createEvent<readonly string[]>()
/** Accepted, refused or withdrawn: they are no longer here. */
export const itemsRemoved = createEvent<readonly string[]>()

/** What waits, in the order in which the person asked. */
export const $outbox = createStore<readonly OutboxItem[]>([], { serialize: 'ignore' })
  .on(itemsEnqueued, (rows, added) => [
    ...rows,
    ...added.filter((one) => !rows.some((row) => row.id === one.id)),
  ])
  .on(
    itemsPersisted,
    // One that is taken back at once is gone for the sender, whenever follow.db answers.
    changed(({ state }) => (state === 'new' ? { state: 'kept' } : {})),
  )
  .on(
    sendStarted,
    changed(() => ({ state: 'sending' })),
  )
  .on(
    itemsRequeued,
    changed((row) => ({ state: 'kept', attempts: row.attempts + 1 })),
  )
  .on(itemsRemoved, (rows, ids) => rows.filter(({ id }) => !ids.includes(id)))

export const $pendingCount = $outbox.map((rows) => rows.length)
/** Changes that signing out would lose. */
export const $unsentCount = $pendingCount
/** Send what waits, now. */
export const flushRequested = createEvent()

function changed(how: (row: OutboxItem) => Partial<OutboxItem>) {
  return (rows: readonly OutboxItem[], ids: readonly string[]) =>
    rows.map((row) => (ids.includes(row.id) ? { ...row, ...how(row) } : row))
}
