/** Work that nobody waits for, done in short steps while no call is waiting: the search index, old entries, the WAL. */
import type { Db } from './schema.ts'
import { retentionStep } from './nouns/retention.ts'
import { indexStep } from './nouns/search.ts'
import { breath } from './queue.ts'

export type TidyingOptions = {
  readonly within: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly idle: () => boolean
  /** Entries kept at most. */
  readonly kept: number
  readonly checkpoint: () => void
}

export function createTidying({ within, idle, kept, checkpoint }: TidyingOptions) {
  let running = false
  const state = { stopped: false }

  /** Waits until no call is waiting. */
  const quiet = async (): Promise<boolean> => {
    do await breath()
    while (!state.stopped && !idle())
    return !state.stopped
  }
  const work = async (): Promise<void> => {
    let steps = 0
    for (const step of [(db: Db) => retentionStep(db, kept), indexStep]) {
      while ((await quiet()) && (await within(step))) steps++
    }
    // A long WAL costs space and time at the next start.
    if (steps > 0 && (await quiet())) checkpoint()
  }

  return {
    start: (): void => {
      if (running || state.stopped) return
      running = true
      // A full disk or a closed database ends it; the next arrival of entries starts it again.
      work()
        .catch(() => undefined)
        .finally(() => (running = false))
    },
    stop: (): void => {
      state.stopped = true
    },
  }
}
