import { createEvent, createStore } from 'effector'
import type { OutboxRow } from '../../local/calls.ts'

/** A queued mutation: new until follow.db has stored it, then stored, sending during the request. */
export type OutboxItem = OutboxRow & {
  readonly state: 'new' | 'stored' | 'sending'
  /** Number of requests that did not settle it. */
  readonly attempts: number
}
export const itemsEnqueued = createEvent<readonly OutboxItem[]>()
export const itemsPersisted = createEvent<readonly string[]>()
export const sendStarted = createEvent<readonly string[]>()
/** Their request failed and will be retried. */
export const itemsRequeued = createEvent<readonly string[]>()
/** Accepted, refused or withdrawn. */
export const itemsRemoved = createEvent<readonly string[]>()

/** Queued mutations, in the order of the requests. */
export const $outbox = createStore<readonly OutboxItem[]>([], { serialize: 'ignore' })
  .on(itemsEnqueued, (rows, added) => [
    ...rows,
    ...added.filter((one) => !rows.some((row) => row.id === one.id)),
  ])
  .on(
    itemsPersisted,
    // A mutation that is being withdrawn stays in its state, so that it is not sent.
    changed(({ state }) => (state === 'new' ? { state: 'stored' } : {})),
  )
  .on(
    sendStarted,
    changed(() => ({ state: 'sending' })),
  )
  .on(
    itemsRequeued,
    changed((row) => ({ state: 'stored', attempts: row.attempts + 1 })),
  )
  .on(itemsRemoved, (rows, ids) => rows.filter(({ id }) => !ids.includes(id)))

export const $pendingCount = $outbox.map((rows) => rows.length)
/** Sends the queued mutations now. */
export const flushRequested = createEvent()

function changed(patch: (row: OutboxItem) => Partial<OutboxItem>) {
  return (rows: readonly OutboxItem[], ids: readonly string[]) =>
    rows.map((row) => (ids.includes(row.id) ? { ...row, ...patch(row) } : row))
}
