/** Enqueues mutations: visible at once, then stored in follow.db, with their row of the journal. */
import { attach, createEvent, sample } from 'effector'
import type { JournalWrite } from '../../local/calls.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $changeGroup, $openSteps, changeJournaled, changeRevised, changeStored } from '../journal/state.ts'
import { journalWrite, type ChangeGroup, type OpenSteps } from '../journal/steps.ts'
import { $services } from '../services.ts'
import {
  mutationRequested,
  mutations,
  type AnyMutation,
  type ChangeContext,
  type MutationOptions,
  type UnreadDelta,
} from './define-mutation.ts'
import { $isSender } from './send.ts'
import { $outbox, itemsEnqueued, itemsPersisted, type OutboxItem } from './state.ts'
import { $visibleRows, changesRows, updatesApplied, type OptimisticUpdates } from './tables.ts'

type Enqueued = {
  readonly row: OutboxItem
  readonly updates: OptimisticUpdates
  readonly journal: JournalWrite | null
}

const enqueuedOrNull = sample({
  clock: mutationRequested,
  source: {
    services: $services,
    isSender: $isSender,
    visible: $visibleRows,
    group: $changeGroup,
    steps: $openSteps,
  },
  fn: ({ services, isSender, visible, group, steps }, { name, args, ...options }): Enqueued | null => {
    const { id = services.newId() } = options
    const change = mutations.get(name)
    if (!change) throw new Error(`There is no change named ${name}`)
    const updates = updatesOf(name, args, id)
    if (!change.sendIfUnchanged && !changesRows(updates, visible)) return null
    const effect = change.effect?.(args, id) ?? null
    const at = services.clock.now()
    // The sending tab may have sent it before this one is notified.
    const attempts = isSender ? 0 : 1
    const { origin = 'command', subject = null } = options
    return {
      row: { id, noun: change.resource, name, args, effect, at, state: 'new', attempts },
      updates,
      journal: journalOf(change, args, options, { id, at, origin, subject, rows: visible }, { group, steps }),
    }
  },
})
const enqueued = enqueuedOrNull.filterMap((one) => one ?? undefined)
/** Rows of follow.db's outbox that this page lacks: after a reload, or from another tab. */
export const mutationsRestored = createEvent<readonly RestoredMutation[]>()
export type RestoredMutation = { readonly row: OutboxItem; readonly unreadDelta: UnreadDelta }

const storeFx = attach({
  source: $services,
  effect: ({ local }, { row: { state: _, attempts: __, ...row }, journal }: Enqueued) =>
    local.call('outbox.begin', journal ? { ...row, journal } : row),
})
/** Applies the updates of restored rows one by one, in order. */
const restoreFx = attach({
  source: $services,
  effect: (_, restored: readonly RestoredMutation[]) => {
    for (const { row } of restored)
      updatesApplied({ id: row.id, updates: updatesOf(row.name, row.args, row.id) })
    return restored
  },
})
const applyCountedFx = attach({
  source: $outbox,
  effect: (outbox, counted: readonly RestoredMutation[]) => {
    for (const { row, unreadDelta } of counted) {
      const updates = mutations.get(row.name)?.countUpdates?.(row.args, unreadDelta)
      // Nothing would remove the updates of a mutation that was settled or withdrawn meanwhile.
      if (updates && outbox.some(({ id }) => id === row.id)) updatesApplied({ id: row.id, updates })
    }
  },
})

/** `itemsEnqueued` is first: the row must exist before the mutation can be settled. */
sample({ clock: enqueued, fn: ({ row }) => [row], target: itemsEnqueued })
sample({ clock: enqueued, fn: ({ row, updates }) => ({ id: row.id, updates }), target: updatesApplied })
sample({ clock: enqueued.filterMap(({ journal }) => journal ?? undefined), target: changeJournaled })
sample({ clock: enqueued, target: storeFx })
sample({
  clock: storeFx.done.filterMap(({ params: { row }, result }) =>
    mutations.get(row.name)?.countUpdates ? [{ row, ...result }] : undefined,
  ),
  target: applyCountedFx,
})
// A mutation that could not be stored (full disk) is sent all the same; it only would not survive a reload.
sample({
  clock: [storeFx.done.filter({ fn: ({ result }) => !result.settled }), storeFx.fail],
  fn: ({ params: { row } }) => [row.id],
  target: itemsPersisted,
})
notifyFailures(storeFx.failData)
/** Another tab had stored it from the log of this one, and sent it. */
export const settledBeforeStored = storeFx.done.filterMap(({ params: { row }, result }) =>
  result.settled ? [row.id] : undefined,
)

const storedWithCount = sample({
  clock: storeFx.done,
  fn: ({ params, result }) => ({ ...params, recounted: recounted(params, result.unreadDelta) }),
})
sample({
  clock: storedWithCount.filterMap(({ recounted: write, row }) =>
    write ? { id: row.id, title: write.row.title } : undefined,
  ),
  target: changeRevised,
})
sample({
  clock: storedWithCount.filterMap(({ journal, recounted: write, row }) =>
    journal ? { write: write ?? journal, announced: mutations.get(row.name)?.announced ?? false } : undefined,
  ),
  target: changeStored,
})

sample({ clock: mutationsRestored, fn: (restored) => restored.map(({ row }) => row), target: itemsEnqueued })
sample({ clock: mutationsRestored, target: restoreFx })
sample({ clock: restoreFx.doneData, target: applyCountedFx })

/** Reserves the position of counted updates among the pending updates: counts that stop at 0 do not commute. */
function updatesOf(name: string, args: unknown, id: string): OptimisticUpdates {
  const change = mutations.get(name)
  return { ...(change?.countUpdates && { counts: () => null }), ...change?.updates(args, id) }
}

/** The change as the journal stores it; null where it cannot be undone, or is itself an undo. */
function journalOf(
  change: AnyMutation,
  args: unknown,
  { journal, title }: MutationOptions,
  context: ChangeContext,
  { group, steps }: { readonly group: ChangeGroup | null; readonly steps: OpenSteps },
): JournalWrite | null {
  if (journal === false) return null
  const undo = change.inverse?.(args, context) ?? null
  const described = journal?.title ?? title ?? change.describe?.(args, context)
  if (undo === null || !described) return null
  const redo = change.redo?.(args, context) ?? { name: change.name, args }
  const { id, at, origin } = context
  return journalWrite(steps, {
    change: { id, undo: undo === 'later' ? null : undo, redo },
    at,
    origin,
    title: described,
    group,
    repeated: journal,
  })
}

/** The row with the count of follow.db in its title, where it differs from the described one. */
function recounted(
  { row: { name, args }, journal }: Enqueued,
  unreadDelta: UnreadDelta,
): JournalWrite | null {
  const count = mutations.get(name)?.countChanged?.(args, unreadDelta) ?? null
  if (!journal || count === null || count === journal.row.title.values['count']) return null
  const { row, change } = journal
  // The title of several changes has their sum.
  if (row.id !== change.id) return null
  return { ...journal, row: { ...row, title: { ...row.title, values: { ...row.title.values, count } } } }
}
