/** From a wish to a kept change: visible at once, then durable in follow.db. */
import { attach, createEvent, sample } from 'effector'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { mutationRequested, mutations, type UnreadDelta } from './define-mutation.ts'
import { $isSender } from './send.ts'
import { $outbox, itemsEnqueued, itemsPersisted, type OutboxItem } from './state.ts'
import { $visibleRows, changesRows, updatesApplied, type OptimisticUpdates } from './tables.ts'

type Begun = { readonly row: OutboxItem; readonly drafts: OptimisticUpdates }

const judged = sample({
  clock: mutationRequested,
  source: { services: $services, isSender: $isSender, visible: $visibleRows },
  fn: ({ services, isSender, visible }, { name, args, id = services.newId() }): Begun | null => {
    const change = mutations.get(name)
    if (!change) throw new Error(`There is no change named ${name}`)
    const drafts = draftsOf(name, args, id)
    if (!change.always && !changesRows(drafts, visible)) return null
    const effect = change.effect?.(args, id) ?? null
    const at = services.clock.now()
    // The tab that sends may have sent it before this one hears of that.
    const attempts = isSender ? 0 : 1
    return { row: { id, noun: change.noun, name, args, effect, at, state: 'new', attempts }, drafts }
  },
})
const begun = judged.filterMap((one) => one ?? undefined)
/** Rows of follow.db's outbox that this page does not have yet: after a reload, or from another tab. */
export const mutationsRestored = createEvent<readonly RestoredMutation[]>()
export type RestoredMutation = { readonly row: OutboxItem; readonly flipped: UnreadDelta }

/** The drafts of one change go onto the tables. */
const draftsBegun = createEvent<{ id: string; drafts: OptimisticUpdates }>()
const keepFx = attach({
  source: $services,
  effect: ({ local }, { state: _, attempts: __, ...row }: OutboxItem) => local.call('outbox.begin', row),
})
/** The drafts of rows that came back are begun one by one, in their order. */
const restoreFx = attach({
  source: $services,
  effect: (_, restored: readonly RestoredMutation[]) => {
    for (const { row } of restored) draftsBegun({ id: row.id, drafts: draftsOf(row.name, row.args, row.id) })
    return restored
  },
})
const countedFx = attach({
  source: $services,
  effect: (_, rows: readonly { row: Pick<OutboxItem, 'id' | 'name' | 'args'>; flipped: UnreadDelta }[]) => {
    for (const { row, flipped } of rows) {
      const drafts = mutations.get(row.name)?.draftsCounted?.(row.args, flipped)
      if (drafts) draftsBegun({ id: row.id, drafts })
    }
  },
})

/** `rowsAdded` comes first: whoever settles a change must find it. */
sample({ clock: begun, fn: ({ row }) => [row], target: itemsEnqueued })
sample({ clock: begun, fn: ({ row, drafts }) => ({ id: row.id, drafts }), target: draftsBegun })
sample({ clock: begun, fn: ({ row }) => row, target: keepFx })
sample({
  clock: keepFx.done,
  filter: ({ params }) => mutations.get(params.name)?.draftsCounted !== undefined,
  fn: ({ params, result }) => [{ row: params, ...result }],
  target: countedFx,
})
// A full disk must not hold a change back: it is sent all the same, it only would not survive a reload.
sample({ clock: keepFx.finally, fn: ({ params }) => [params.id], target: itemsPersisted })
notifyFailures(keepFx.failData)

sample({ clock: mutationsRestored, fn: (restored) => restored.map(({ row }) => row), target: itemsEnqueued })
sample({ clock: mutationsRestored, target: restoreFx })
sample({ clock: restoreFx.doneData, target: countedFx })

/** What is counted after its change was settled or taken back would stay for good: nothing would end it. */
sample({
  clock: draftsBegun,
  source: $outbox,
  filter: (outbox, { id }) => outbox.some((row) => row.id === id),
  fn: (_, drafts) => drafts,
  target: updatesApplied,
})

/** What is counted later keeps its place in the order of changes: numbers never below 0 do not commute. */
function draftsOf(name: string, args: unknown, id: string): OptimisticUpdates {
  const change = mutations.get(name)
  return { ...(change?.draftsCounted && { counts: () => null }), ...change?.drafts(args, id) }
}
