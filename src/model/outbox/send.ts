/** Sends stored mutations: in order per resource, by one tab. Each is accepted, refused, or retried later. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { asApiError, statusOf } from '../../api/index.ts'
import type { OptimisticUpdate } from '../../core/index.ts'
import { appStarted } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { wentOnline, windowHidden } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'
import { mutations, type AnyMutation } from './define-mutation.ts'
import { batchDelayLeft, nextBatches } from './batches.ts'
import {
  $outbox,
  flushRequested,
  itemsRemoved,
  itemsPersisted,
  sendStarted,
  itemsRequeued,
  type OutboxItem,
} from './state.ts'
import { registeredTables, type OptimisticUpdates } from './tables.ts'
import { mutationAcknowledged } from './mutation-version.ts'

const LONGEST_WAIT_MS = 60_000
/** A server error may be temporary; after this many attempts the change is dropped and the user notified. */
const MAX_ATTEMPTS = 5
/** Statuses that are retried (spec 8); 507: the server's disk is full. */
const RETRY_STATUSES = [408, 409, 425, 429, 502, 503, 504, 507]

export type SentBatch = { readonly rows: readonly OutboxItem[]; readonly answer: unknown }
/** The server accepted them, and follow.db has recorded that. */
export const mutationsAccepted = createEvent<SentBatch>()
export const mutationsRejected = createEvent<{ rows: readonly OutboxItem[]; error: unknown }>()

/** They are part of the confirmed rows now. */
export const mutationsConfirmed = createEvent<readonly OutboxItem[]>()

/** One tab sends at a time: two would send the same change twice. */
const senderElected = createEvent()
export const $isSender = createStore(false, { serialize: 'ignore' }).on(senderElected, () => true)
const electSenderFx = attach({
  source: $services,
  effect: ({ platform }) => void platform.acquireLock('outbox', scopeBind(senderElected, { safe: true })),
})
sample({ clock: appStarted, target: electSenderFx })

/** After a failure nothing is sent until the delay has passed, the connection is back, or the user requests it. */
const timer = createTimer()
const $isBackingOff = createStore(false, { serialize: 'ignore' })
  .on(timer.started, () => true)
  .on([timer.fired, wentOnline, flushRequested], () => false)
const idsOf = (rows: readonly OutboxItem[]) => rows.map(({ id }) => id)
const $authenticated = $session.map(({ status }) => status === 'authenticated')

const sendFx = attach({
  source: $services,
  effect: ({ api, clock }, rows: readonly OutboxItem[]) => {
    const first = rows[0] as OutboxItem
    const change = mutations.get(first.name) as AnyMutation
    const args = rows.slice(1).reduce((merged, row) => change.merge?.(merged, row.args), first.args)
    return change.send(api, args, { id: keyOf(rows), at: first.at, now: clock.now(), clock })
  },
})
/** When each resource was last sent (ms); reset by events after which nothing is delayed. */
const resourceSent = createEvent<{ resource: string; at: number }>()
const $sentAt = createStore<ReadonlyMap<string, number>>(new Map(), { serialize: 'ignore' })
  .on(resourceSent, (times, { resource, at }) => new Map(times).set(resource, at))
  .reset([flushRequested, wentOnline, windowHidden])
const batching = createTimer()

const pickFx = attach({
  source: {
    services: $services,
    outbox: $outbox,
    isSender: $isSender,
    signedIn: $authenticated,
    isBackingOff: $isBackingOff,
    sentAt: $sentAt,
    isBatching: batching.$running,
  },
  effect: ({ services, outbox, isSender, signedIn, isBackingOff, sentAt, isBatching }) => {
    if (!isSender || !signedIn || isBackingOff) return
    const now = services.clock.now()
    for (const group of nextBatches(outbox)) {
      const wait = batchDelayLeft(outbox, group, sentAt, now)
      if (wait > 0) {
        if (!isBatching) batching.started(wait)
        continue
      }
      resourceSent({ resource: group[0]?.noun ?? '', at: now })
      sendStarted(idsOf(group))
      sendFx(group)
    }
  },
})
const recordAcceptedFx = attach({
  source: $services,
  effect: ({ local }, { rows }: SentBatch) => local.call('outbox.accepted', idsOf(rows)),
})
const recordRefusedFx = attach({
  source: $services,
  effect: ({ local }, { rows }: { rows: readonly OutboxItem[]; error: unknown }) =>
    local.call('outbox.refused', idsOf(rows)),
})

sample({
  clock: [
    itemsPersisted,
    itemsRemoved,
    flushRequested,
    wentOnline,
    windowHidden,
    timer.fired,
    batching.fired,
    senderElected,
    $authenticated.updates,
  ],
  target: pickFx,
})
const responded = sendFx.done.map(({ params, result }): SentBatch => ({ rows: params, answer: result }))
sample({ clock: responded, fn: () => {}, target: mutationAcknowledged })
sample({ clock: responded, target: recordAcceptedFx })
// Also when follow.db could not record it: the row is sent again after the next startup, under the same key.
sample({ clock: recordAcceptedFx.finally, fn: ({ params }) => params, target: mutationsAccepted })

const toRetry = sendFx.fail.filter({ fn: ({ params, error }) => isRetryable(error, params) })
sample({ clock: toRetry, fn: ({ params }) => idsOf(params), target: itemsRequeued })
sample({ clock: toRetry, fn: ({ params }) => retryDelay(params[0]?.attempts ?? 0), target: timer.started })
sample({
  clock: sendFx.fail.filter({ fn: ({ params, error }) => !isRetryable(error, params) }),
  fn: ({ params, error }) => ({ rows: params, error }),
  target: recordRefusedFx,
})
sample({ clock: recordRefusedFx.finally, fn: ({ params }) => params, target: mutationsRejected })

/**
 * Changes that were never sent can be withdrawn without their inverse. The server may have received one that was sent;
 * and later changes of its resource were computed on top of it. Neither matters to independent ones.
 */
export const mutationsWithdrawn = createEvent<readonly string[]>()
export function canWithdraw(outbox: readonly OutboxItem[], ids: readonly string[]): boolean {
  const rows = outbox.filter(({ id }) => ids.includes(id))
  return (
    rows.length > 0 &&
    rows.length === new Set(ids).size &&
    rows.every(
      (row) =>
        row.state !== 'sending' &&
        (mutations.get(row.name)?.isIndependent === true ||
          (row.attempts === 0 &&
            outbox
              .slice(outbox.indexOf(row))
              .every(({ id, noun }) => noun !== row.noun || ids.includes(id)))),
    )
  )
}
const withdrawFx = attach({
  source: { services: $services, outbox: $outbox },
  effect: async ({ services, outbox }, ids: readonly string[]) => {
    if (canWithdraw(outbox, ids)) {
      sendStarted(ids)
      await services.local.call('outbox.refused', ids)
      return true
    }
    return false
  },
})
sample({ clock: mutationsWithdrawn, target: withdrawFx })
/** Their optimistic updates are removed. */
export const mutationsDiscarded = createEvent<readonly string[]>()
sample({
  clock: withdrawFx.done,
  filter: ({ result }) => result,
  fn: ({ params }) => params,
  target: mutationsDiscarded,
})

/** Notifies the change's listeners before the row is removed, so that they read the final tables. */
const applyAcceptedFx = attach({
  source: $services,
  effect: (_, { rows, answer }: SentBatch) => {
    for (const { id, name, args } of rows) {
      const change = mutations.get(name)
      const reconciled: OptimisticUpdates = change?.reconcile?.(args, answer, id) ?? {}
      for (const [tableName, table] of registeredTables())
        table.accepted({
          mutationId: id,
          update: reconciled[tableName] as OptimisticUpdate<unknown> | undefined,
        })
      change?.accepted({ id, args, answer })
    }
    mutationsConfirmed(rows)
    itemsRemoved(idsOf(rows))
  },
})
const discardFx = attach({
  source: $services,
  effect: (_, ids: readonly string[]) => {
    for (const [, table] of registeredTables()) for (const id of ids) table.refused(id)
    itemsRemoved(ids)
  },
})
const notifyRefusedFx = attach({
  source: $services,
  effect: (_, { rows, error }: { rows: readonly OutboxItem[]; error: unknown }) => {
    for (const { id, name, args } of rows) mutations.get(name)?.refused({ id, args, error })
  },
})
sample({ clock: mutationsAccepted, target: applyAcceptedFx })
sample({ clock: mutationsRejected, fn: ({ rows }) => idsOf(rows), target: mutationsDiscarded })
sample({ clock: mutationsDiscarded, target: discardFx })
sample({ clock: mutationsRejected, target: notifyRefusedFx })
notifyFailures(mutationsRejected.map(({ error }) => error))

/** Idempotency key of a batch: its last row and its size, so that the same rows sent again have the same key. */
const keyOf = (rows: readonly OutboxItem[]): string => {
  const last = rows.at(-1)?.id ?? ''
  return rows.length === 1 ? last : `${last}+${rows.length}`
}

/** Exponential: 1, 2, 4 … seconds, in ms. */
const retryDelay = (attempts: number): number => Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(attempts, 6))

function isRetryable(error: unknown, rows: readonly OutboxItem[]): boolean {
  const status = statusOf(error)
  if (asApiError(error) === null) return false
  // Signed out: it waits until the same user signs in again.
  if (status === null || status === 401 || RETRY_STATUSES.includes(status)) return true
  return status >= 500 && (rows[0]?.attempts ?? 0) + 1 < MAX_ATTEMPTS
}
