/** Undo and redo: each change of the user is stored with its inverse, across reloads and tabs. */
import { attach, createStore, restore, sample } from 'effector'
import type { JournalWrite } from '../../local/calls.ts'
import { infoNotified, notificationsDismissed, type UserNotification } from '../app/events.ts'
import { localRowsLoaded } from '../app/ready.ts'
import { registry } from '../app/registry.ts'
import { localChanged } from '../network/index.ts'
import { mutationsRejected } from '../outbox/send.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { removeChangesFx, replayed } from './replay.ts'
import {
  $changeCount,
  changeGroupEnded,
  changeGroupStarted,
  changeRevised,
  changeStored,
  type ChangeRevision,
  newestStepsRead,
} from './state.ts'
import { isPassing, isReading, PASSING_MS } from './steps.ts'

export {
  $changeGroup,
  $journalLoaded,
  $redoable,
  $redoTitle,
  $undoable,
  $undoTitle,
  changeGroupEnded,
  changeGroupStarted,
  changeJournaled,
  redoRequested,
  undoRequested,
} from './state.ts'

sample({
  clock: registry.commandStarted,
  fn: ({ command, call }) => ({ id: call.group, command: { id: command.id, args: call.args } }),
  target: changeGroupStarted,
})
sample({ clock: registry.commandFinished, fn: ({ call }) => call.group, target: changeGroupEnded })

/** Minimum time between toasts about entries marked in passing. */
const QUIET_MS = 60_000
/** Changes of another tab come in bursts. */
const SETTLE_MS = 300

const readFx = attach({
  source: { services: $services, count: $changeCount },
  effect: async ({ services, count }) => ({ newest: await services.local.call('journal.newest'), count }),
})
const timer = createTimer()
const changedElsewhere = localChanged.filter({ fn: (resources) => resources.includes('journal') })
sample({
  clock: changedElsewhere,
  source: timer.$running,
  filter: (running) => !running,
  fn: () => SETTLE_MS,
  target: timer.started,
})
const read = sample({
  clock: readFx.doneData,
  source: $changeCount,
  fn: (count, result) => ({ ...result, isStale: result.count !== count }),
})
sample({
  clock: read.filterMap(({ isStale, newest }) => (isStale ? undefined : newest)),
  target: newestStepsRead,
})
sample({
  clock: [localRowsLoaded, timer.fired, ...replayed, read.filter({ fn: ({ isStale }) => isStale })],
  fn: () => {},
  target: readFx,
})

const reviseFx = attach({
  source: $services,
  effect: ({ local }, revision: ChangeRevision) => local.call('journal.revise', revision),
})
sample({ clock: changeRevised, target: reviseFx })

/** A swipe slips easily, and there is no key at hand to undo it: its step is announced, however small it is. */
const $announcedGroup = createStore('', { serialize: 'ignore' }).on(
  registry.commandStarted,
  (group, { call }) => (call.source === 'swipe' ? call.group : group),
)

/** One toast for a step; its button takes back exactly this step, whatever was done since. */
const toastOf = ({ id, title }: JournalWrite['row']): UserNotification => ({
  id,
  key: title.key,
  values: title.values,
  action: { title: 'common:action.undo', command: 'global:undo', args: { change: id } },
})
sample({
  clock: changeStored,
  source: $announcedGroup,
  filter: (group, { write: { row, repeats }, announced }) =>
    !repeats &&
    !isReading(row.origin) &&
    (announced || row.group === group || Number(row.title.values['count'] ?? 1) > 1),
  fn: (_, { write: { row } }) => toastOf(row),
  target: infoNotified,
})

// Entries marked in passing are announced when the user pauses: a toast for each row would disturb.
const passed = changeStored.filterMap(({ write: { row, repeats } }) =>
  isPassing(row.origin) && !repeats ? row : undefined,
)
const pause = createTimer()
const quiet = createTimer()
const $passed = restore(passed, null)
sample({ clock: passed, fn: () => PASSING_MS, target: pause.started })
const passingAnnounced = sample({
  clock: sample({ clock: pause.fired, source: $passed }).filterMap((row) => row ?? undefined),
  source: quiet.$running,
  filter: (isQuiet) => !isQuiet,
  fn: (_, row: JournalWrite['row']) => toastOf(row),
})
sample({ clock: passingAnnounced, target: infoNotified })
sample({ clock: passingAnnounced, fn: () => QUIET_MS, target: quiet.started })

/** A refused change cannot be undone. */
sample({
  clock: mutationsRejected,
  fn: ({ rows }) => rows.map(({ id }) => id),
  target: removeChangesFx,
})
sample({ clock: removeChangesFx.doneData, target: notificationsDismissed })
