/** Changes that follow.db kept: after a reload, or made in another tab. */
import { attach, createEvent, createStore, sample } from 'effector'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { mutationsRestored, type RestoredMutation } from './enqueue.ts'
import { mutations } from './define-mutation.ts'
import { $isSender, mutationsDiscarded } from './send.ts'
import { $outbox, itemsPersisted } from './state.ts'

/** Commits come in bursts. */
const SETTLE_MS = 100

/** Compare with follow.db: take up what is there, let go of what another tab has settled. */
export const readOutboxFx = attach({
  source: { services: $services, outbox: $outbox },
  effect: async ({ services, outbox }) => {
    const stored = await services.local.call('outbox.all')
    const known = new Set(outbox.map(({ id }) => id))
    const there = new Set(stored.map(({ id }) => id))
    return {
      found: stored
        .filter(({ id, name }) => !known.has(id) && mutations.has(name))
        // It may have been sent already, by the page before or by another tab.
        .map(({ flipped, ...row }): RestoredMutation => ({
          row: { ...row, state: 'new', attempts: 1 },
          flipped,
        })),
      /** Resources whose mutations nothing has defined yet: their stores load with their feature. */
      undefinedNouns: [...new Set(stored.filter(({ name }) => !mutations.has(name)).map(({ noun }) => noun))],
      gone: outbox.filter(({ id, state }) => state === 'kept' && !there.has(id)).map(({ id }) => id),
    }
  },
})
/** Another tab settled these: read the confirmed rows anew before they are let go, or they would flicker. */
export const settledInOtherTab = createEvent<readonly string[]>()
/** Told by those who own the tables once they have read them. */
export const otherTabApplied = createEvent<readonly string[]>()

/** A tab that is closed between keeping a change and telling of it leaves it to be found. */
export const outboxReadRequested = createEvent()

const timer = createTimer()
const changed = localChanged.filter({
  fn: (nouns) => nouns.some((noun) => ['outbox', 'unread', 'subscriptions'].includes(noun)),
})
const committed = sample({ clock: [changed, outboxReadRequested], source: timer.$running })
/** Whether the burst goes on. Its end is looked for when a wait is over: to wait anew with each commit costs more. */
const $goesOn = createStore(false, { serialize: 'ignore' })
  .on(committed, (_, running) => running)
  .reset(timer.started)
const waitOver = sample({ clock: timer.fired, source: $goesOn })
const settled = waitOver.filter({ fn: (goesOn) => !goesOn })
sample({
  clock: [committed.filter({ fn: (running) => !running }), waitOver.filter({ fn: Boolean })],
  fn: () => SETTLE_MS,
  target: timer.started,
})
/** One after another: an answer that is older than what was done since would bring back what is settled. */
const $readWanted = createStore(false, { serialize: 'ignore' })
  .on(settled, () => true)
  .on(readOutboxFx, () => false)
sample({
  clock: [$readWanted, readOutboxFx.finally],
  source: { wanted: $readWanted, busy: readOutboxFx.pending },
  filter: ({ wanted, busy }) => wanted && !busy,
  fn: () => {},
  target: readOutboxFx,
})
/** follow.db holds mutations of these resources, and the module that defines them is not loaded. */
export const storesRequested = createEvent<readonly string[]>()
sample({
  clock: readOutboxFx.doneData,
  filter: ({ undefinedNouns }) => undefinedNouns.length > 0,
  fn: ({ undefinedNouns }) => undefinedNouns,
  target: storesRequested,
})

const $heardElsewhere = createStore(false, { serialize: 'ignore' }).on(settled, () => true)
const found = sample({
  clock: readOutboxFx.doneData,
  source: $outbox,
  fn: (outbox, read) => read.found.filter(({ row: { id } }) => !outbox.some((row) => row.id === id)),
})
sample({ clock: found, filter: (rows) => rows.length > 0, target: mutationsRestored })
sample({
  clock: mutationsRestored,
  fn: (restored) => restored.map(({ row }) => row.id),
  target: itemsPersisted,
})
sample({
  clock: readOutboxFx.doneData,
  source: { isSender: $isSender, heard: $heardElsewhere },
  // A change may come and be settled before this tab has seen it: what it made of the rows is read all the same.
  filter: ({ isSender, heard }, { gone }) => gone.length > 0 || (heard && !isSender),
  fn: (_, { gone }) => gone,
  target: settledInOtherTab,
})
sample({ clock: otherTabApplied, target: mutationsDiscarded })
