/** Restores mutations from follow.db: after a reload, or from another tab. */
import { attach, createEvent, createStore, sample } from 'effector'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { mutationsRestored, settledBeforeStored, type RestoredMutation } from './enqueue.ts'
import { mutations } from './define-mutation.ts'
import { $isSender, mutationsDiscarded } from './send.ts'
import { $outbox, itemsPersisted } from './state.ts'

/** Commits come in bursts. */
const SETTLE_MS = 100

/** Compares the outbox with follow.db: adds stored mutations, removes those that another tab has settled. */
export const readOutboxFx = attach({
  source: { services: $services, outbox: $outbox },
  effect: async ({ services, outbox }) => {
    const stored = await services.local.call('outbox.all')
    const queuedIds = new Set(outbox.map(({ id }) => id))
    const storedIds = new Set(stored.map(({ id }) => id))
    return {
      added: stored
        .filter(({ id, name }) => !queuedIds.has(id) && mutations.has(name))
        // It may have been sent already, by the previous page or by another tab.
        .map(({ unreadDelta, ...row }): RestoredMutation => ({
          row: { ...row, state: 'new', attempts: 1 },
          unreadDelta,
        })),
      /** Resources whose mutations nothing has defined yet: their stores load with their feature. */
      undefinedResources: [
        ...new Set(stored.filter(({ name }) => !mutations.has(name)).map(({ noun }) => noun)),
      ],
      removed: outbox.filter(({ id, state }) => state === 'stored' && !storedIds.has(id)).map(({ id }) => id),
    }
  },
})
/** Another tab settled these: the confirmed rows must be read before their updates are removed, to avoid flicker. */
export const settledInOtherTab = createEvent<readonly string[]>()
/** Triggered by the owners of the tables once they have read the confirmed rows. */
export const otherTabApplied = createEvent<readonly string[]>()

/** Reads the outbox again: a tab that was closed may have stored a change without notifying the others. */
export const outboxReadRequested = createEvent()

const timer = createTimer()
const changed = localChanged.filter({
  fn: (resources) => resources.some((one) => ['outbox', 'unread', 'subscriptions'].includes(one)),
})
const committed = sample({ clock: [changed, outboxReadRequested], source: timer.$running })
/** Whether the burst continues. Checked when the timer fires: restarting the timer with each commit costs more. */
const $burstContinues = createStore(false, { serialize: 'ignore' })
  .on(committed, (_, running) => running)
  .reset(timer.started)
const timerFired = sample({ clock: timer.fired, source: $burstContinues })
const reconciled = timerFired.filter({ fn: (burstContinues) => !burstContinues })
sample({
  clock: [committed.filter({ fn: (running) => !running }), timerFired.filter({ fn: Boolean })],
  fn: () => SETTLE_MS,
  target: timer.started,
})
/** Reads never overlap: an older result would bring back mutations that were settled since. */
const $readRequested = createStore(false, { serialize: 'ignore' })
  .on(reconciled, () => true)
  .on(readOutboxFx, () => false)
sample({
  clock: [$readRequested, readOutboxFx.finally],
  source: { requested: $readRequested, busy: readOutboxFx.pending },
  filter: ({ requested, busy }) => requested && !busy,
  fn: () => {},
  target: readOutboxFx,
})
/** follow.db has mutations of these resources, and the module that defines them is not loaded. */
export const storesRequested = createEvent<readonly string[]>()
sample({
  clock: readOutboxFx.doneData,
  filter: ({ undefinedResources }) => undefinedResources.length > 0,
  fn: ({ undefinedResources }) => undefinedResources,
  target: storesRequested,
})

const $otherTabChanged = createStore(false, { serialize: 'ignore' }).on(reconciled, () => true)
const added = sample({
  clock: readOutboxFx.doneData,
  source: $outbox,
  fn: (outbox, read) => read.added.filter(({ row: { id } }) => !outbox.some((row) => row.id === id)),
})
sample({ clock: added, filter: (rows) => rows.length > 0, target: mutationsRestored })
sample({
  clock: mutationsRestored,
  fn: (restored) => restored.map(({ row }) => row.id),
  target: itemsPersisted,
})
sample({
  clock: readOutboxFx.doneData,
  source: { isSender: $isSender, otherTabChanged: $otherTabChanged },
  // A change may be stored and settled before this tab has read it: its confirmed rows are read in any case.
  filter: ({ isSender, otherTabChanged }, { removed }) =>
    removed.length > 0 || (otherTabChanged && !isSender),
  fn: (_, { removed }) => removed,
  target: settledInOtherTab,
})
sample({ clock: settledBeforeStored, target: settledInOtherTab })
sample({ clock: otherTabApplied, target: mutationsDiscarded })
