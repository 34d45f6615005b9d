/** Which step of the journal a change joins, and the title of the step. */
import type {
  ChangeOrigin,
  ChangeTitle,
  JournalChange,
  JournalCommand,
  JournalRow,
  JournalWrite,
  ReadingOrigin,
} from '../../local/calls.ts'

/** Entries that are opened one after another within this time are one step (ms). */
const READING_MS = 60_000
/** Entries that are marked in passing, as by scrolling: one step until the user pauses for this time (ms). */
export const PASSING_MS = 3000
/** After this time a new step begins, so that one undo does not undo hours of reading. */
const MAX_READING_CHANGES = 500

type OpenStep = { readonly row: Omit<JournalRow, 'undoneAt'>; readonly changes: readonly string[] }
/** The steps that changes may join: of the running group (or of one control), and of reading. */
export type OpenSteps = { readonly group: OpenStep | null; readonly reading: OpenStep | null }

export const isReading = (origin: ChangeOrigin): origin is ReadingOrigin =>
  origin !== 'command' && !origin.startsWith('plugin:')

/** Entries marked without being opened. */
export const isPassing = (origin: ChangeOrigin): boolean => isReading(origin) && origin !== 'open'

/** The changes of a command, or of one control; they are one step. */
export type ChangeGroup = { readonly id: string; readonly command: JournalCommand | null }
/** An undone step that is journaled again. */
export type RepeatedStep = Pick<JournalRow, 'id' | 'title' | 'origin' | 'group' | 'command'>

export type NewChange = {
  readonly change: JournalChange
  readonly at: number
  readonly origin: ChangeOrigin
  readonly title: ChangeTitle
  /** The running group, or the run of changes of one control. */
  readonly group: ChangeGroup | null
  /** The undone step that it repeats. */
  readonly repeated?: RepeatedStep | undefined
}

/** The change with the step it extends or creates. */
export function journalWrite(steps: OpenSteps, added: NewChange): JournalWrite {
  const { change, at, origin, title, group, repeated } = added
  if (repeated) return { row: { ...repeated, at }, change, repeats: true }
  const open = isReading(origin) ? steps.reading : steps.group
  const joins =
    open !== null &&
    (isReading(origin)
      ? isPassing(origin) === isPassing(open.row.origin) &&
        at - open.row.at <= (isPassing(origin) ? PASSING_MS : READING_MS) &&
        open.changes.length < MAX_READING_CHANGES
      : group !== null && open.row.group === group.id)
  if (!joins) {
    const of = isReading(origin) ? null : group
    return {
      row: { id: change.id, at, title, origin, group: of?.id ?? null, command: of?.command ?? null },
      change,
    }
  }
  const { row } = open
  const mixed = row.origin === origin ? origin : isReading(origin) ? 'render' : 'command'
  return { row: { ...row, at, origin: mixed, title: titleOfBoth(row.title, title, mixed) }, change }
}

/** Reading is one step until something else is changed. */
export function extendedBy(steps: OpenSteps, { row, change, repeats }: JournalWrite): OpenSteps {
  if (repeats) return { group: null, reading: null }
  const name = isReading(row.origin) ? 'reading' : 'group'
  const before = steps[name]
  const changes = [...(before?.row.id === row.id ? before.changes : []), change.id]
  const step = { row, changes }
  return name === 'reading' ? { ...steps, reading: step } : { reading: null, group: step }
}

function titleOfBoth(before: ChangeTitle, added: ChangeTitle, origin: ChangeOrigin): ChangeTitle {
  const many = before.many === added.many ? added.many : isReading(origin) ? 'app:undo.passedMany' : undefined
  const count = Number(before.values['count'] ?? 1) + Number(added.values['count'] ?? 1)
  if (many) return { key: many, many, values: { ...added.values, count } }
  // The same control again, e.g. a slider: one change of one setting.
  if (before.key === added.key && before.key !== 'app:undo.several') return added
  return { key: 'app:undo.several', values: { count } }
}
