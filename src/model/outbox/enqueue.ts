/** Enqueues mutations: visible at once, then stored in follow.db. */
import { attach, createEvent, sample } from 'effector'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { mutationRequested, mutations, type UnreadDelta } from './define-mutation.ts'
import { $isSender } from './send.ts'
import { $outbox, itemsEnqueued, itemsPersisted, type OutboxItem } from './state.ts'
import { $visibleRows, changesRows, updatesApplied, type OptimisticUpdates } from './tables.ts'

type Enqueued = { readonly row: OutboxItem; readonly drafts: OptimisticUpdates }

const enqueuedOrNull = sample({
  clock: mutationRequested,
  source: { services: $services, isSender: $isSender, visible: $visibleRows },
  fn: ({ services, isSender, visible }, { name, args, id = services.newId() }): Enqueued | null => {
    const change = mutations.get(name)
    if (!change) throw new Error(`There is no change named ${name}`)
    const drafts = draftsOf(name, args, id)
    if (!change.always && !changesRows(drafts, visible)) return null
    const effect = change.effect?.(args, id) ?? null
    const at = services.clock.now()
    // The sending tab may have sent it before this one is notified.
    const attempts = isSender ? 0 : 1
    return { row: { id, noun: change.noun, name, args, effect, at, state: 'new', attempts }, drafts }
  },
})
const enqueued = enqueuedOrNull.filterMap((one) => one ?? undefined)
/** Rows of follow.db's outbox that this page lacks: after a reload, or from another tab. */
export const mutationsRestored = createEvent<readonly RestoredMutation[]>()
export type RestoredMutation = { readonly row: OutboxItem; readonly flipped: UnreadDelta }

/** Adds the drafts of one mutation to the tables. */
const draftsAdded = createEvent<{ id: string; drafts: OptimisticUpdates }>()
const storeFx = attach({
  source: $services,
  effect: ({ local }, { state: _, attempts: __, ...row }: OutboxItem) => local.call('outbox.begin', row),
})
/** Adds the drafts of restored rows one by one, in order. */
const restoreFx = attach({
  source: $services,
  effect: (_, restored: readonly RestoredMutation[]) => {
    for (const { row } of restored) draftsAdded({ id: row.id, drafts: draftsOf(row.name, row.args, row.id) })
    return restored
  },
})
const addCountedFx = attach({
  source: $services,
  effect: (_, rows: readonly { row: Pick<OutboxItem, 'id' | 'name' | 'args'>; flipped: UnreadDelta }[]) => {
    for (const { row, flipped } of rows) {
      const drafts = mutations.get(row.name)?.draftsCounted?.(row.args, flipped)
      if (drafts) draftsAdded({ id: row.id, drafts })
    }
  },
})

/** `itemsEnqueued` is first: the row must exist before the mutation can be settled. */
sample({ clock: enqueued, fn: ({ row }) => [row], target: itemsEnqueued })
sample({ clock: enqueued, fn: ({ row, drafts }) => ({ id: row.id, drafts }), target: draftsAdded })
sample({ clock: enqueued, fn: ({ row }) => row, target: storeFx })
sample({
  clock: storeFx.done,
  filter: ({ params }) => mutations.get(params.name)?.draftsCounted !== undefined,
  fn: ({ params, result }) => [{ row: params, ...result }],
  target: addCountedFx,
})
// A mutation that could not be stored (full disk) is sent all the same; it only would not survive a reload.
sample({ clock: storeFx.finally, fn: ({ params }) => [params.id], target: itemsPersisted })
notifyFailures(storeFx.failData)

sample({ clock: mutationsRestored, fn: (restored) => restored.map(({ row }) => row), target: itemsEnqueued })
sample({ clock: mutationsRestored, target: restoreFx })
sample({ clock: restoreFx.doneData, target: addCountedFx })

/** Ignores drafts of mutations that were settled or withdrawn meanwhile: nothing would remove them. */
sample({
  clock: draftsAdded,
  source: $outbox,
  filter: (outbox, { id }) => outbox.some((row) => row.id === id),
  fn: (_, drafts) => drafts,
  target: updatesApplied,
})

/** Reserves the position of counted drafts among the pending updates: counts that stop at 0 do not commute. */
function draftsOf(name: string, args: unknown, id: string): OptimisticUpdates {
  const change = mutations.get(name)
  return { ...(change?.draftsCounted && { counts: () => null }), ...change?.drafts(args, id) }
}
