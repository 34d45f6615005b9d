/**
 * Changes that are not mutations of the outbox, e.g. settings and keys: applied in this browser by their module, journaled
 * with their inverse like mutations. Looked up by name, because follow.db stores their name and arguments.
 */
import { attach, createEvent, sample, type EventCallable, type Store } from 'effector'
import type { ChangeTitle, JournalWrite } from '../../local/calls.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { $changeGroup, $openSteps, changeJournaled, changeStored } from './state.ts'
import { journalWrite, type RepeatedStep } from './steps.ts'

export type LocalChangeRules<Args, Before> = {
  /** resource.verb, e.g. settings.change; stored, so it must not change. */
  readonly name: string
  /** The state that the inverse is computed from. */
  readonly source: Store<Before>
  /** The arguments that undo the change. Null: it changes nothing, or is not undoable. */
  readonly inverse: (args: Args, before: Before) => Args | null
  readonly describe: (args: Args, before: Before) => ChangeTitle
  /** Repeated changes with the same key are one step, e.g. those of a slider. */
  readonly control?: (args: Args) => string
  /** Announced by a toast with Undo. */
  readonly announced?: boolean
}
/** An undone or repeated change. journal false: it is not journaled. */
export type ReplayedChange = {
  readonly args: unknown
  readonly journal: false | RepeatedStep
}
/** All local changes by name: their undo and redo. */
export const localChanges = new Map<string, EventCallable<ReplayedChange>>()

/** Repetitions within this time are one step (ms). */
const CONTROL_MS = 5000

/** Registers a local change. `requested` requests one; its module's stores change with `applied`. */
export function defineLocalChange<Args, Before>(rules: LocalChangeRules<Args, Before>) {
  const { name, source, inverse, describe, control, announced = false } = rules
  const requested = createEvent<Args>()
  const replayed = createEvent<ReplayedChange>()
  localChanges.set(name, replayed)
  const changed = sample({
    clock: [
      requested.map((args) => ({ args, journal: undefined })),
      replayed.map(({ args, journal }) => ({ args: args as Args, journal })),
    ],
    source: { services: $services, before: source, running: $changeGroup, steps: $openSteps },
    fn: ({ services, before, running, steps }, { args, journal }): Changed<Args> => {
      const undo = journal === false ? null : inverse(args, before)
      if (undo === null) return { args, write: null }
      const at = services.clock.now()
      const open = steps.group?.row
      const own = control && `${name} ${control(args)}`
      // After a pause, a change of the same control begins a new step.
      const left = own !== undefined && open?.group === own && at - open.at > CONTROL_MS
      const write = journalWrite(left ? { ...steps, group: null } : steps, {
        change: { id: services.newId(), undo: { name, args: undo }, redo: { name, args } },
        at,
        origin: 'command',
        title: describe(args, before),
        group: running ?? (own === undefined ? null : { id: own, command: null }),
        repeated: journal || undefined,
      })
      return { args, write }
    },
  })
  const journaled = changed.filterMap(({ write }) => write ?? undefined)
  sample({ clock: journaled, target: changeJournaled })
  sample({ clock: journaled, fn: (write) => ({ write, announced }), target: storeFx })
  return { name, requested, applied: changed.map(({ args }) => args) }
}

type Changed<Args> = { readonly args: Args; readonly write: JournalWrite | null }

const storeFx = attach({
  source: $services,
  effect: ({ local }, { write }: { readonly write: JournalWrite; readonly announced: boolean }) =>
    local.call('journal.add', write),
})
sample({ clock: storeFx.done, fn: ({ params }) => params, target: changeStored })
notifyFailures(storeFx.failData)
