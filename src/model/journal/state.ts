/** The steps that undo and redo would take next, and the group that changes join. Written where changes are made. */
import { createEvent, createStore } from 'effector'
import type { ChangeTitle, JournalRow, JournalWrite, NamedChange } from '../../local/calls.ts'
import { extendedBy, type ChangeGroup, type OpenSteps } from './steps.ts'

/**
 * Changes made until the group ends are one step, with one undo. It begins when a command is run and ends
 * with its result; a chain of commands has one group.
 */
export const changeGroupStarted = createEvent<ChangeGroup>()
/** The group with this id, or any. */
export const changeGroupEnded = createEvent<string | void>()
/** The running group with the outermost command, and how many of its commands have not ended. */
const $running = createStore<{ readonly group: ChangeGroup; readonly commands: number } | null>(null, {
  serialize: 'ignore',
})
  .on(changeGroupStarted, (running, group) =>
    running?.group.id === group.id ? { ...running, commands: running.commands + 1 } : { group, commands: 1 },
  )
  .on(changeGroupEnded, (running, id) => {
    if (running === null || id === undefined) return null
    if (id !== running.group.id) return running
    return running.commands > 1 ? { ...running, commands: running.commands - 1 } : null
  })
export const $changeGroup = $running.map((running) => running?.group ?? null)

/** A change was made; it is visible and is being stored. */
export const changeJournaled = createEvent<JournalWrite>()
/** A journaled change is in follow.db (or could not be stored). */
export const changeStored = createEvent<{ readonly write: JournalWrite; readonly announced: boolean }>()
/** The inverse or the title of a change has become known. */
export const changeRevised = createEvent<ChangeRevision>()
export type ChangeRevision = {
  readonly id: string
  readonly undo?: NamedChange
  readonly title?: ChangeTitle
}
/** Undo and redo by another tab, or by this one: the next change begins a new step. */
export const stepsClosed = createEvent()

/** The steps of this tab that further changes may join. */
export const $openSteps = createStore<OpenSteps>({ group: null, reading: null }, { serialize: 'ignore' })
  .on(changeJournaled, extendedBy)
  .on(stepsClosed, () => ({ group: null, reading: null }))

export type NewestSteps = { readonly undo: JournalRow | null; readonly redo: JournalRow | null }
export const newestStepsRead = createEvent<NewestSteps>()
const $newest = createStore<NewestSteps>({ undo: null, redo: null }, { serialize: 'ignore' })
  .on(newestStepsRead, (_, newest) => newest)
  .on(changeJournaled, ({ redo }, { row, repeats }) => ({
    undo: { ...row, undoneAt: null },
    redo: repeats ? redo : null,
  }))
  .on(changeRevised, (newest, { id, title }) =>
    title && newest.undo?.id === id ? { ...newest, undo: { ...newest.undo, title } } : newest,
  )
/** The step that undo takes back next. */
export const $undoable = $newest.map(({ undo }) => undo)
/** The step that redo repeats next. */
export const $redoable = $newest.map(({ redo }) => redo)
/** Whether follow.db's journal was read; before, it is unknown whether there is something to undo. */
export const $journalLoaded = createStore(false, { serialize: 'ignore' }).on(newestStepsRead, () => true)
/** Incremented by each change: newest steps that were read before it are stale. */
export const $changeCount = createStore(0, { serialize: 'ignore' }).on(changeJournaled, (count) => count + 1)

/** A message's key and values; `change` is the key of the title that the message contains. */
export type ChangeMessage = Pick<ChangeTitle, 'key' | 'values'>
/** "Undo: marked 128 as read in “Rust”"; null: nothing to undo. */
export const $undoTitle = $undoable.map((row) => row && messageOf('app:undo.undoChange', row.title))
export const $redoTitle = $redoable.map((row) => row && messageOf('app:undo.redoChange', row.title))

/** The message that contains the title of a change. */
export function messageOf(key: string, title: ChangeTitle): ChangeMessage {
  return { key, values: { ...title.values, change: title.key } }
}

/** Undoes the newest change, or the one with this id (a step's or a change's). */
export const undoRequested = createEvent<{ readonly id?: string } | void>()
/** Repeats the change that was undone last. */
export const redoRequested = createEvent()
