/** The journal of what the user did, for undo and redo. */

/** A mutation or local change by name, with JSON-safe arguments. */
export type NamedChange = { readonly name: string; readonly args: unknown }
/** Reading marks entries without a command. */
export type ReadingOrigin = 'open' | 'scroll' | 'hover' | 'render'
/** What caused a change: a command or control, reading, or a plugin by its id. */
export type ChangeOrigin = 'command' | ReadingOrigin | `plugin:${string}`
/**
 * What was done, as an i18n key with values, for "Undo: …". `values.count` is the number of things it changed; `many`
 * is the key for several such changes in one step.
 */
export type ChangeTitle = {
  readonly key: string
  readonly many?: string
  readonly values: Readonly<Record<string, string | number>>
}
/** The command that was run, with the arguments of its call. */
export type JournalCommand = { readonly id: string; readonly args: Readonly<Record<string, unknown>> }
/** A step of the journal: what one undo takes back. `id` is the id of its first change. */
export type JournalRow = {
  readonly id: string
  /** ms, of its newest change. */
  readonly at: number
  readonly title: ChangeTitle
  readonly origin: ChangeOrigin
  /** The command run, or the run of reading, whose changes are this one step. */
  readonly group: string | null
  /** null: reading, or a control that runs no command. */
  readonly command: JournalCommand | null
  /** ms; null: not undone, or done again. */
  readonly undoneAt: number | null
}
/** One change of a step. `id` is the mutation id. `undo` null: not known yet, because the server has not accepted it. */
export type JournalChange = {
  readonly id: string
  readonly undo: NamedChange | null
  /** null: cannot be repeated. */
  readonly redo: NamedChange | null
}
/** A step with its changes, oldest first. */
export type JournalStep = JournalRow & { readonly changes: readonly JournalChange[] }
/** A step that marked an entry as read or unread. */
export type JournalMark = {
  readonly read: boolean
  /** ms, of the step's newest change. */
  readonly at: number
  readonly origin: ChangeOrigin
  readonly command: JournalCommand | null
}
/** A change to add to a step, which it creates or extends. */
export type JournalWrite = {
  readonly row: Omit<JournalRow, 'undoneAt'>
  readonly change: JournalChange
  /** The change repeats an undone one: the other undone steps can still be repeated. */
  readonly repeats?: boolean
}
