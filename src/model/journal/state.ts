import { createEvent, createStore } from 'effector'
import type { JournalRow } from '../../local/calls.ts'

/** Maximum of changes that can be undone. */
export const MAX_JOURNAL_ROWS = 30
export const journalRead = createEvent<readonly JournalRow[]>()
export const changeJournaled = createEvent<JournalRow>()
export const journalRemoved = createEvent<string>()
/** Newest first. */
export const $journal = createStore<readonly JournalRow[]>([], { serialize: 'ignore' })
  // Changes made before the journal was read are newer than all rows read.
  .on(journalRead, (rows, read) =>
    [...rows, ...read.filter(({ id }) => rows.every((row) => row.id !== id))].slice(0, MAX_JOURNAL_ROWS),
  )
  .on(changeJournaled, (rows, row) => [row, ...rows].slice(0, MAX_JOURNAL_ROWS))
  .on(journalRemoved, (rows, id) => rows.filter((row) => row.id !== id))
export const $undoable = $journal.map((rows): JournalRow | null => rows[0] ?? null)
/** Whether follow.db's journal was read; before, it is unknown whether there is something to undo. */
export const $journalLoaded = createStore(false, { serialize: 'ignore' }).on(journalRead, () => true)
/** Undoes the newest change. */
export const undoRequested = createEvent()
