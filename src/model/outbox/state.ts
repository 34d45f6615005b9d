import { createEvent, createStore } from 'effector'
import type { OutboxRow } from '../../local/calls.ts'

/** A change on its way: new until follow.db has it, sending while the server is asked. */
export type Waiting = OutboxRow & {
  readonly state: 'new' | 'kept' | 'sending'
  /** How often it was sent without an answer that settles it. */
  readonly attempts: number
}
export const rowsAdded = createEvent<readonly Waiting[]>()
export const rowsKept = createEvent<readonly string[]>()
export const rowsPicked = createEvent<readonly string[]>()
/** Sent without an answer that settles them. */
export const rowsReturned = createEvent<readonly string[]>()
/** Accepted, refused or withdrawn: they are no longer here. */
export const rowsDropped = createEvent<readonly string[]>()

/** What waits, in the order in which the person asked. */
export const $outbox = createStore<readonly Waiting[]>([], { serialize: 'ignore' })
  .on(rowsAdded, (rows, added) => [...rows, ...added.filter((one) => !rows.some((row) => row.id === one.id))])
  .on(
    rowsKept,
    // One that is taken back at once is gone for the sender, whenever follow.db answers.
    changed(({ state }) => (state === 'new' ? { state: 'kept' } : {})),
  )
  .on(
    rowsPicked,
    changed(() => ({ state: 'sending' })),
  )
  .on(
    rowsReturned,
    changed((row) => ({ state: 'kept', attempts: row.attempts + 1 })),
  )
  .on(rowsDropped, (rows, ids) => rows.filter(({ id }) => !ids.includes(id)))

export const $pendingCount = $outbox.map((rows) => rows.length)
/** Changes that signing out would lose. */
export const $unsentCount = $pendingCount
/** Send what waits, now. */
export const flushAsked = createEvent()

function changed(how: (row: Waiting) => Partial<Waiting>) {
  return (rows: readonly Waiting[], ids: readonly string[]) =>
    rows.map((row) => (ids.includes(row.id) ? { ...row, ...how(row) } : row))
}
