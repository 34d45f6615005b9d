/** Undo and redo: the newest step is read from follow.db, so that a change of another tab is undone, too. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { JournalStep, NamedChange } from '../../local/calls.ts'
import { infoNotified, notificationsDismissed } from '../app/events.ts'
import { $ready, localRowsLoaded } from '../app/ready.ts'
import { mutationRequested, mutations, type MutationOptions } from '../outbox/define-mutation.ts'
import { outboxReadRequested, storesRequested } from '../outbox/restore.ts'
import { canWithdraw, mutationsWithdrawn } from '../outbox/send.ts'
import { $outbox, type OutboxItem } from '../outbox/state.ts'
import { $services } from '../services.ts'
import { localChanges } from './local-change.ts'
import { $openSteps, messageOf, redoRequested, stepsClosed, undoRequested } from './state.ts'
import type { OpenSteps } from './steps.ts'

/** Toast of the last undo or redo. */
const TOAST_ID = 'undo'

type Undo = { readonly id: string | null; readonly at: number; readonly withdrawn: readonly string[] }
const undoFx = attach({
  source: $services,
  effect: ({ local }, { id, at }: Undo) => local.call('journal.undo', { id, at }),
})
const redoFx = attach({
  source: $services,
  effect: async ({ local, newId }) => {
    const step = await local.call('journal.redo')
    return step && { step, id: newId() }
  },
})
export const removeChangesFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('journal.remove', ids),
})

/** An undo that is requested before follow.db's rows were read, as after a reload, waits for them. */
type UndoRequest = { readonly id?: string }
const requested = sample({
  clock: undoRequested,
  source: $ready,
  fn: (ready, request): UndoRequest & { readonly ready: boolean } => ({ ...request, ready }),
})
const $early = createStore<UndoRequest | null>(null, { serialize: 'ignore' }).on(requested, (_, request) =>
  request.ready ? null : request,
)
const rowsReady = sample({ clock: localRowsLoaded, source: $early })
const undoing = sample({
  clock: [
    requested.filter({ fn: ({ ready }) => ready }),
    rowsReady.filterMap((request) => request ?? undefined),
  ],
  source: { services: $services, steps: $openSteps, outbox: $outbox },
  fn: ({ services, steps, outbox }, { id = null }): Undo => {
    const withdrawn = id === null ? unstored(steps, outbox) : []
    return { id: withdrawn[0] ?? id, at: services.clock.now(), withdrawn }
  },
})
$early.reset(undoing)
sample({ clock: undoing, target: undoFx })
/** Unstored changes are newer than any change of another tab; once stored, they would be sent. */
const withdrawnEarly = undoing.filterMap(({ withdrawn }) => (withdrawn.length > 0 ? withdrawn : undefined))
sample({ clock: withdrawnEarly, target: mutationsWithdrawn })

const undone = sample({
  clock: undoFx.done,
  source: $outbox,
  fn: (outbox, { params, result: step }): Undone => {
    if (!step) return { step, how: 'nothing', ids: [] }
    const ids = step.changes.map(({ id }) => id)
    if (params.withdrawn.length > 0) return { step, how: 'withdrawn', ids: [] }
    if (canWithdraw(outbox, ids)) return { step, how: 'withdrawn', ids }
    return { step, how: step.changes.some(({ undo }) => undo === null) ? 'tooEarly' : 'inverse', ids }
  },
})
type Undone = {
  readonly step: JournalStep | null
  readonly how: 'nothing' | 'tooEarly' | 'withdrawn' | 'inverse'
  readonly ids: readonly string[]
}
sample({
  clock: undone.filterMap(({ how, ids }) => (how === 'withdrawn' && ids.length > 0 ? ids : undefined)),
  target: mutationsWithdrawn,
})
/** It was returned without being marked undone, and cannot be repeated. */
sample({
  clock: undone.filterMap(({ step, how, ids }) =>
    how === 'withdrawn' && ids.length > 0 && step?.undoneAt === null ? ids : undefined,
  ),
  target: removeChangesFx,
})

type Replay = {
  readonly changes: readonly NamedChange[]
  readonly journal: NonNullable<MutationOptions['journal']> | false
}
const replayFx = attach({
  source: $services,
  effect: (_, { changes, journal }: Replay) => {
    for (const { name, args } of changes) {
      const local = localChanges.get(name)
      if (local) local({ args, journal })
      else mutationRequested({ name, args, journal })
    }
  },
})
const replayRequested = createEvent<Replay>()
const isDefined = ({ name }: NamedChange): boolean => mutations.has(name) || localChanges.has(name)
/** Replays of mutations whose feature is not loaded yet. */
const $unloaded = createStore<readonly Replay[]>([], { serialize: 'ignore' })
sample({ clock: replayRequested.filter({ fn: ({ changes }) => changes.every(isDefined) }), target: replayFx })
const unloaded = replayRequested.filter({ fn: ({ changes }) => !changes.every(isDefined) })
$unloaded.on(unloaded, (replays, replay) => [...replays, replay])
sample({
  clock: unloaded,
  fn: ({ changes }) => changes.map(({ name }) => name.split('.')[0] ?? ''),
  target: storesRequested,
})
/** The stores of a feature were loaded. */
const loaded = sample({ clock: outboxReadRequested, source: $unloaded }).filterMap((replays) => replays[0])
$unloaded.on(loaded, (replays) => replays.slice(1))
sample({ clock: loaded, target: replayRequested })
sample({
  clock: undone.filterMap(({ step, how }): Replay | undefined =>
    step && how === 'inverse'
      ? { changes: mergedChanges(step.changes.toReversed().map(({ undo }) => undo)), journal: false }
      : undefined,
  ),
  target: replayRequested,
})
sample({
  clock: redoFx.doneData.filterMap((result): Replay | undefined =>
    result
      ? {
          changes: mergedChanges(result.step.changes.map(({ redo }) => redo)),
          journal: repeatedRow(result.id, result.step),
        }
      : undefined,
  ),
  target: replayRequested,
})
sample({ clock: redoRequested, target: redoFx })
sample({ clock: [undoFx.done, redoFx.done], fn: () => {}, target: stepsClosed })

/** The toast of the change is outdated, and so is its button. */
sample({
  clock: undone.filterMap(({ step, how }) => (step && how !== 'tooEarly' ? [step.id] : undefined)),
  target: notificationsDismissed,
})
sample({
  clock: undone,
  fn: ({ step, how }) => {
    if (step === null) return { id: TOAST_ID, key: 'app:undo.nothing' }
    return how === 'tooEarly'
      ? { id: TOAST_ID, key: 'app:undo.tooEarly' }
      : { id: TOAST_ID, ...messageOf('app:undo.undone', step.title) }
  },
  target: infoNotified,
})
sample({
  clock: redoFx.doneData,
  fn: (result) =>
    result
      ? { id: TOAST_ID, ...messageOf('app:undo.redone', result.step.title) }
      : { id: TOAST_ID, key: 'app:undo.nothingToRedo' },
  target: infoNotified,
})
export const replayed = [undoFx.done, redoFx.done, removeChangesFx.done] as const

/** The row under which a repeated step is journaled again. */
const repeatedRow = (id: string, { title, origin, group, command }: JournalStep) => ({
  id,
  title,
  origin,
  group,
  command,
})

/** The newest step of this tab, if all its changes are still being stored. */
function unstored({ group, reading }: OpenSteps, outbox: readonly OutboxItem[]): readonly string[] {
  const ids = (reading ?? group)?.changes ?? []
  const items = outbox.filter(({ id }) => ids.includes(id))
  return items.every(({ state }) => state === 'new') && canWithdraw(outbox, ids) ? ids : []
}

/** Coalesces neighbours where possible. */
function mergedChanges(changes: readonly (NamedChange | null)[]): readonly NamedChange[] {
  const merged: NamedChange[] = []
  for (const change of changes) {
    if (change === null) continue
    const { name, args } = change
    const last = merged.at(-1)
    const both = last?.name === name ? (mutations.get(name)?.merge?.(last.args, args) ?? null) : null
    if (both === null) merged.push(change)
    else merged[merged.length - 1] = { name, args: both }
  }
  return merged
}
