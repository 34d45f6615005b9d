/** Enqueues mutations: visible at once, then stored in follow.db. */
import { attach, createEvent, sample } from 'effector'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { mutationRequested, mutations, type UnreadDelta } from './define-mutation.ts'
import { $isSender } from './send.ts'
import { $outbox, itemsEnqueued, itemsPersisted, type OutboxItem } from './state.ts'
import { $visibleRows, changesRows, updatesApplied, type OptimisticUpdates } from './tables.ts'

type Enqueued = { readonly row: OutboxItem; readonly updates: OptimisticUpdates }

const enqueuedOrNull = sample({
  clock: mutationRequested,
  source: { services: $services, isSender: $isSender, visible: $visibleRows },
  fn: ({ services, isSender, visible }, { name, args, id = services.newId() }): Enqueued | null => {
    const change = mutations.get(name)
    if (!change) throw new Error(`There is no change named ${name}`)
    const updates = updatesOf(name, args, id)
    if (!change.sendIfUnchanged && !changesRows(updates, visible)) return null
    const effect = change.effect?.(args, id) ?? null
    const at = services.clock.now()
    // The sending tab may have sent it before this one is notified.
    const attempts = isSender ? 0 : 1
    return { row: { id, noun: change.noun, name, args, effect, at, state: 'new', attempts }, updates }
  },
})
const enqueued = enqueuedOrNull.filterMap((one) => one ?? undefined)
/** Rows of follow.db's outbox that this page lacks: after a reload, or from another tab. */
export const mutationsRestored = createEvent<readonly RestoredMutation[]>()
export type RestoredMutation = { readonly row: OutboxItem; readonly unreadDelta: UnreadDelta }

/** Adds the updates of one mutation to the tables. */
const updatesAdded = createEvent<{ id: string; updates: OptimisticUpdates }>()
const storeFx = attach({
  source: $services,
  effect: ({ local }, { state: _, attempts: __, ...row }: OutboxItem) => local.call('outbox.begin', row),
})
/** Adds the updates of restored rows one by one, in order. */
const restoreFx = attach({
  source: $services,
  effect: (_, restored: readonly RestoredMutation[]) => {
    for (const { row } of restored)
      updatesAdded({ id: row.id, updates: updatesOf(row.name, row.args, row.id) })
    return restored
  },
})
const addCountedFx = attach({
  source: $services,
  effect: (
    _,
    rows: readonly { row: Pick<OutboxItem, 'id' | 'name' | 'args'>; unreadDelta: UnreadDelta }[],
  ) => {
    for (const { row, unreadDelta } of rows) {
      const updates = mutations.get(row.name)?.countUpdates?.(row.args, unreadDelta)
      if (updates) updatesAdded({ id: row.id, updates })
    }
  },
})

/** `itemsEnqueued` is first: the row must exist before the mutation can be settled. */
sample({ clock: enqueued, fn: ({ row }) => [row], target: itemsEnqueued })
sample({ clock: enqueued, fn: ({ row, updates }) => ({ id: row.id, updates }), target: updatesAdded })
sample({ clock: enqueued, fn: ({ row }) => row, target: storeFx })
sample({
  clock: storeFx.done,
  filter: ({ params }) => mutations.get(params.name)?.countUpdates !== undefined,
  fn: ({ params, result }) => [{ row: params, ...result }],
  target: addCountedFx,
})
// A mutation that could not be stored (full disk) is sent all the same; it only would not survive a reload.
sample({ clock: storeFx.finally, fn: ({ params }) => [params.id], target: itemsPersisted })
notifyFailures(storeFx.failData)

sample({ clock: mutationsRestored, fn: (restored) => restored.map(({ row }) => row), target: itemsEnqueued })
sample({ clock: mutationsRestored, target: restoreFx })
sample({ clock: restoreFx.doneData, target: addCountedFx })

/** Ignores updates of mutations that were settled or withdrawn meanwhile: nothing would remove them. */
sample({
  clock: updatesAdded,
  source: $outbox,
  filter: (outbox, { id }) => outbox.some((row) => row.id === id),
  fn: (_, updates) => updates,
  target: updatesApplied,
})

/** Reserves the position of counted updates among the pending updates: counts that stop at 0 do not commute. */
function updatesOf(name: string, args: unknown, id: string): OptimisticUpdates {
  const change = mutations.get(name)
  return { ...(change?.countUpdates && { counts: () => null }), ...change?.updates(args, id) }
}
