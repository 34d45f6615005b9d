/** Background work, done in short steps while no call is waiting: the search index, old entries, the WAL. */
import type { Db } from './schema.ts'
import { translationRetentionStep } from './repositories/entry-renderings.ts'
import { readInTexts } from './repositories/entry-texts.ts'
import { pictureRetentionStep, retentionStep } from './repositories/retention.ts'
import { indexStep } from './repositories/search.ts'
import { groupPendingStories } from './repositories/stories.ts'

export type MaintenanceOptions = {
  readonly within: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly idle: () => boolean
  /** Maximum number of entries. */
  readonly entryLimit: () => number
  /** The search index is complete. */
  readonly indexed: () => void
  /** Folds the WAL into the file and leaves it empty. */
  readonly checkpoint: () => void
  /** Bytes of the WAL. */
  readonly walSize: () => number
  /** ms from the opening to the first round, so that it does not slow the start. */
  readonly restMs?: number
}

/** Bytes. A WAL costs space, and every start reads all of it: a killed tab's, or that of many marks. */
const LONG_WAL = 512 * 1024
const REST_MS = 5000

export function createMaintenance({
  within,
  idle,
  entryLimit,
  indexed,
  checkpoint,
  walSize,
  restMs = REST_MS,
}: MaintenanceOptions) {
  let running = false
  const state = { stopped: false }

  /** Waits until no call is waiting. */
  const quiet = async (): Promise<boolean> => {
    do await yieldToEventLoop()
    while (!state.stopped && !idle())
    return !state.stopped
  }
  const work = async (): Promise<void> => {
    for (const step of [
      (db: Db) => retentionStep(db, entryLimit()),
      (db: Db) => pictureRetentionStep(db),
      translationRetentionStep,
      groupPendingStories,
      indexStep,
      readInTexts,
    ]) {
      while ((await quiet()) && (await within(step)));
    }
    if (!state.stopped) indexed()
    if (walSize() > LONG_WAL && (await quiet())) checkpoint()
  }
  const start = (): void => {
    if (running || state.stopped) return
    running = true
    // A full disk or a closed database ends it; the next arrival of entries starts it again.
    work()
      .catch(() => undefined)
      .finally(() => (running = false))
  }
  const rest = setTimeout(start, restMs)

  return {
    start,
    /** Something was written: there is work once the WAL is long enough. */
    written: (): void => {
      if (walSize() > LONG_WAL) start()
    },
    stop: (): void => {
      state.stopped = true
      clearTimeout(rest)
    },
  }
}

/** Lets pending messages be received. Not a timer: those are throttled in hidden tabs. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
