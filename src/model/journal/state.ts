import { createEvent, createStore } from 'effector'
import type { JournalRow } from '../../local/calls.ts'

/** Changes the person can take back; the newest few, across reloads. */
export const MAX_JOURNAL_ROWS = 30
export const journalRead = createEvent<readonly JournalRow[]>()
export const changeJournaled = createEvent<JournalRow>()
export const journalRemoved = createEvent<string>()
/** Newest first. */
export const $journal = createStore<readonly JournalRow[]>([], { serialize: 'ignore' })
  // What was done before the reading ended is newer than all that was read.
  .on(journalRead, (rows, read) =>
    [...rows, ...read.filter(({ id }) => rows.every((row) => row.id !== id))].slice(0, MAX_JOURNAL_ROWS),
  )
  .on(changeJournaled, (rows, row) => [row, ...rows].slice(0, MAX_JOURNAL_ROWS))
  .on(journalRemoved, (rows, id) => rows.filter((row) => row.id !== id))
export const $undoable = $journal.map((rows): JournalRow | null => rows[0] ?? null)
/** Whether follow.db's journal is here; before, nobody knows whether there is something to take back. */
export const $journalLoaded = createStore(false, { serialize: 'ignore' }).on(journalRead, () => true)
/** Take the newest change back. */
export const undoRequested = createEvent()
