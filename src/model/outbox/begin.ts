/** From a wish to a kept change: visible at once, then durable in follow.db. */
import { attach, createEvent, sample } from 'effector'
import { tellFailures } from '../app/told.ts'
import { $services } from '../services.ts'
import { changeAsked, changes, type Flipped } from './change.ts'
import { $isSender } from './send.ts'
import { $outbox, rowsAdded, rowsKept, type Waiting } from './state.ts'
import { $visibleRows, changesRows, draftsApplied, type Drafts } from './tables.ts'

type Begun = { readonly row: Waiting; readonly drafts: Drafts }

const judged = sample({
  clock: changeAsked,
  source: { services: $services, isSender: $isSender, visible: $visibleRows },
  fn: ({ services, isSender, visible }, { name, args, id = services.newId() }): Begun | null => {
    const change = changes.get(name)
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
export const rowsRestored = createEvent<readonly Restored[]>()
export type Restored = { readonly row: Waiting; readonly flipped: Flipped }

/** The drafts of one change go onto the tables. */
const draftsBegun = createEvent<{ id: string; drafts: Drafts }>()
const keepFx = attach({
  source: $services,
  effect: ({ local }, { state: _, attempts: __, ...row }: Waiting) => local.call('outbox.begin', row),
})
/** The drafts of rows that came back are begun one by one, in their order. */
const restoreFx = attach({
  source: $services,
  effect: (_, restored: readonly Restored[]) => {
    for (const { row } of restored) draftsBegun({ id: row.id, drafts: draftsOf(row.name, row.args, row.id) })
    return restored
  },
})
const countedFx = attach({
  source: $services,
  effect: (_, rows: readonly { row: Pick<Waiting, 'id' | 'name' | 'args'>; flipped: Flipped }[]) => {
    for (const { row, flipped } of rows) {
      const drafts = changes.get(row.name)?.draftsCounted?.(row.args, flipped)
      if (drafts) draftsBegun({ id: row.id, drafts })
    }
  },
})

/** `rowsAdded` comes first: whoever settles a change must find it. */
sample({ clock: begun, fn: ({ row }) => [row], target: rowsAdded })
sample({ clock: begun, fn: ({ row, drafts }) => ({ id: row.id, drafts }), target: draftsBegun })
sample({ clock: begun, fn: ({ row }) => row, target: keepFx })
sample({
  clock: keepFx.done,
  filter: ({ params }) => changes.get(params.name)?.draftsCounted !== undefined,
  fn: ({ params, result }) => [{ row: params, ...result }],
  target: countedFx,
})
// A full disk must not hold a change back: it is sent all the same, it only would not survive a reload.
sample({ clock: keepFx.finally, fn: ({ params }) => [params.id], target: rowsKept })
tellFailures(keepFx.failData)

sample({ clock: rowsRestored, fn: (restored) => restored.map(({ row }) => row), target: rowsAdded })
sample({ clock: rowsRestored, target: restoreFx })
sample({ clock: restoreFx.doneData, target: countedFx })

/** What is counted after its change was settled or taken back would stay for good: nothing would end it. */
sample({
  clock: draftsBegun,
  source: $outbox,
  filter: (outbox, { id }) => outbox.some((row) => row.id === id),
  fn: (_, drafts) => drafts,
  target: draftsApplied,
})

/** What is counted later keeps its place in the order of changes: numbers never below 0 do not commute. */
function draftsOf(name: string, args: unknown, id: string): Drafts {
  const change = changes.get(name)
  return { ...(change?.draftsCounted && { counts: () => null }), ...change?.drafts(args, id) }
}
