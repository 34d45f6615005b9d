/** From kept to settled: sent in order per noun by one tab, accepted, refused, or tried again later. */
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
/** A server that fails in its own words may be mended; after so many tries the change is given up and told. */
const TRIES_WHEN_FAILING = 5
/** Statuses that say "later" (spec 8); 507: a server whose disk is full until somebody makes room. */
const LATER = [408, 409, 425, 429, 502, 503, 504, 507]

export type SentBatch = { readonly rows: readonly OutboxItem[]; readonly answer: unknown }
/** The server took them, and follow.db knows. */
export const mutationsAccepted = createEvent<SentBatch>()
export const mutationsRejected = createEvent<{ rows: readonly OutboxItem[]; error: unknown }>()

/** They are part of the confirmed rows now. */
export const mutationsConfirmed = createEvent<readonly OutboxItem[]>()

/** One tab at a time sends: two would send the same change twice at once. */
const senderElected = createEvent()
export const $isSender = createStore(false, { serialize: 'ignore' }).on(senderElected, () => true)
const standFx = attach({
  source: $services,
  effect: ({ world }) => void world.hold('outbox', scopeBind(senderElected, { safe: true })),
})
sample({ clock: appStarted, target: standFx })

/** After a lost connection nothing is sent until the wait is over, or somebody says that it is back. */
const timer = createTimer()
const $resting = createStore(false, { serialize: 'ignore' })
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
    return change.send(api, args, { id: keyOf(rows), at: first.at, now: clock.now() })
  },
})
/** When each noun was last sent, ms; forgotten by whoever will not wait. */
const nounSent = createEvent<{ noun: string; at: number }>()
const $sentAt = createStore<ReadonlyMap<string, number>>(new Map(), { serialize: 'ignore' })
  .on(nounSent, (times, { noun, at }) => new Map(times).set(noun, at))
  .reset([flushRequested, wentOnline, windowHidden])
const gathering = createTimer()

const pickFx = attach({
  source: {
    services: $services,
    outbox: $outbox,
    isSender: $isSender,
    signedIn: $authenticated,
    resting: $resting,
    sentAt: $sentAt,
    gathers: gathering.$running,
  },
  effect: ({ services, outbox, isSender, signedIn, resting, sentAt, gathers }) => {
    if (!isSender || !signedIn || resting) return
    const now = services.clock.now()
    for (const group of nextBatches(outbox)) {
      const wait = batchDelayLeft(outbox, group, sentAt, now)
      if (wait > 0) {
        if (!gathers) gathering.started(wait)
        continue
      }
      nounSent({ noun: group[0]?.noun ?? '', at: now })
      sendStarted(idsOf(group))
      sendFx(group)
    }
  },
})
const acceptFx = attach({
  source: $services,
  effect: ({ local }, { rows }: SentBatch) => local.call('outbox.accepted', idsOf(rows)),
})
const refuseFx = attach({
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
    gathering.fired,
    senderElected,
    $authenticated.updates,
  ],
  target: pickFx,
})
const answered = sendFx.done.map(({ params, result }): SentBatch => ({ rows: params, answer: result }))
sample({ clock: answered, fn: () => {}, target: mutationAcknowledged })
sample({ clock: answered, target: acceptFx })
// Also when follow.db could not write it down: the row is sent again after the next start, under the same key.
sample({ clock: acceptFx.finally, fn: ({ params }) => params, target: mutationsAccepted })

const returned = sendFx.fail.filter({ fn: ({ params, error }) => comesBack(error, params) })
sample({ clock: returned, fn: ({ params }) => idsOf(params), target: itemsRequeued })
sample({ clock: returned, fn: ({ params }) => waitAfter(params[0]?.attempts ?? 0), target: timer.started })
sample({
  clock: sendFx.fail.filter({ fn: ({ params, error }) => !comesBack(error, params) }),
  fn: ({ params, error }) => ({ rows: params, error }),
  target: refuseFx,
})
sample({ clock: refuseFx.finally, fn: ({ params }) => params, target: mutationsRejected })

/**
 * A change that was never sent can be taken back as if it had not been asked. One that was may have arrived; and later
 * ones of its noun were reckoned on top of it.
 */
export const mutationWithdrawn = createEvent<string>()
export function canWithdraw(outbox: readonly OutboxItem[], id: string): boolean {
  const row = outbox.find((one) => one.id === id)
  return (
    row !== undefined &&
    row.state !== 'sending' &&
    row.attempts === 0 &&
    outbox.findLast(({ noun }) => noun === row.noun) === row
  )
}
const withdrawFx = attach({
  source: { services: $services, outbox: $outbox },
  effect: async ({ services, outbox }, id: string) => {
    if (canWithdraw(outbox, id)) {
      sendStarted([id])
      await services.local.call('outbox.refused', [id])
      return true
    }
    return false
  },
})
sample({ clock: mutationWithdrawn, target: withdrawFx })
/** It no longer shows. */
export const mutationsDiscarded = createEvent<readonly string[]>()
sample({
  clock: withdrawFx.done,
  filter: ({ result }) => result,
  fn: ({ params }) => [params],
  target: mutationsDiscarded,
})

/** Told to the change's own listeners before the row goes, so that they find the tables as they will be. */
const announceFx = attach({
  source: $services,
  effect: (_, { rows, answer }: SentBatch) => {
    for (const { id, name, args } of rows) {
      const change = mutations.get(name)
      const settled: OptimisticUpdates = change?.settled?.(args, answer, id) ?? {}
      for (const [tableName, table] of registeredTables())
        table.accepted({ ticket: id, draft: settled[tableName] as OptimisticUpdate<unknown> | undefined })
      change?.accepted({ id, args, answer })
    }
    mutationsConfirmed(rows)
    itemsRemoved(idsOf(rows))
  },
})
const dropFx = attach({
  source: $services,
  effect: (_, ids: readonly string[]) => {
    for (const [, table] of registeredTables()) for (const id of ids) table.refused(id)
    itemsRemoved(ids)
  },
})
const refusedFx = attach({
  source: $services,
  effect: (_, { rows, error }: { rows: readonly OutboxItem[]; error: unknown }) => {
    for (const { id, name, args } of rows) mutations.get(name)?.refused({ id, args, error })
  },
})
sample({ clock: mutationsAccepted, target: announceFx })
sample({ clock: mutationsRejected, fn: ({ rows }) => idsOf(rows), target: mutationsDiscarded })
sample({ clock: mutationsDiscarded, target: dropFx })
sample({ clock: mutationsRejected, target: refusedFx })
notifyFailures(mutationsRejected.map(({ error }) => error))

/** A group is named by its last row and its size, so that the same rows sent again are the same call. */
const keyOf = (rows: readonly OutboxItem[]): string => {
  const last = rows.at(-1)?.id ?? ''
  return rows.length === 1 ? last : `${last}+${rows.length}`
}

/** 1, 2, 4 … seconds. */
const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(attempts, 6))

function comesBack(error: unknown, rows: readonly OutboxItem[]): boolean {
  const status = statusOf(error)
  if (asApiError(error) === null) return false
  // Signed out: it waits for the same person to come back.
  if (status === null || status === 401 || LATER.includes(status)) return true
  return status >= 500 && (rows[0]?.attempts ?? 0) + 1 < TRIES_WHEN_FAILING
}
