/** Undo: each deliberate change of the user is stored with its inverse, across reloads. */
import { attach, createStore, sample } from 'effector'
import type { JournalRow } from '../../local/calls.ts'
import { infoNotified } from '../app/events.ts'
import { localRowsLoaded } from '../app/ready.ts'
import { mutationRequested } from '../outbox/define-mutation.ts'
import { canWithdraw, mutationWithdrawn, mutationsRejected } from '../outbox/send.ts'
import { $outbox } from '../outbox/state.ts'
import { $services } from '../services.ts'
import {
  $journalLoaded,
  $undoable,
  changeJournaled,
  MAX_JOURNAL_ROWS,
  journalRead,
  journalRemoved,
  undoRequested,
} from './state.ts'

export { $journal, $journalLoaded, $undoable, changeJournaled, undoRequested } from './state.ts'

const readFx = attach({
  source: $services,
  effect: ({ local }) => local.call('journal.recent', MAX_JOURNAL_ROWS),
})
const addFx = attach({
  source: $services,
  effect: ({ local }, row: JournalRow) => local.call('journal.add', row),
})
const removeFx = attach({
  source: $services,
  effect: ({ local }, id: string) => local.call('journal.remove', id),
})
sample({ clock: localRowsLoaded, target: readFx })
sample({ clock: readFx.doneData, target: journalRead })
sample({ clock: changeJournaled, target: addFx })
sample({
  clock: changeJournaled,
  fn: ({ title }) => ({ ...title, action: { title: 'common:action.undo', command: 'global:undo' } }),
  target: infoNotified,
})
sample({ clock: journalRemoved, target: removeFx })

/** An undo that is requested before the journal was read, as after a reload, waits for it. */
const $undoPending = createStore(false, { serialize: 'ignore' })
sample({
  clock: undoRequested,
  source: $journalLoaded,
  filter: (loaded) => !loaded,
  fn: () => true,
  target: $undoPending,
})
const journalReady = sample({ clock: journalRead, source: $undoPending, filter: Boolean, fn: () => {} })
$undoPending.reset(journalReady)
const undoing = sample({
  clock: [undoRequested, journalReady],
  source: { row: $undoable, outbox: $outbox },
  fn: ({ row, outbox }) => row && { row, withdraw: canWithdraw(outbox, row.id) },
}).filterMap((one) => one ?? undefined)
/** A change that was never sent is withdrawn; others need their inverse. */
sample({
  clock: undoing,
  filter: ({ withdraw }) => withdraw,
  fn: ({ row }) => row.id,
  target: mutationWithdrawn,
})
sample({
  clock: undoing,
  filter: ({ withdraw }) => !withdraw,
  fn: ({ row }) => row.undo,
  target: mutationRequested,
})
sample({ clock: undoing, fn: ({ row }) => row.id, target: journalRemoved })
sample({
  clock: undoing,
  fn: ({ row }) => ({ key: 'app:undo.done', values: row.title.values }),
  target: infoNotified,
})
/** A refused change cannot be undone. */
sample({
  clock: mutationsRejected.filterMap(({ rows }) => rows[0]?.id),
  target: journalRemoved,
})
