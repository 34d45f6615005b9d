/**
 * How long the rules of a user may run in the thread that serves everybody. Asked before each step: whoever has had enough is
 * sent to the child process, whose time is bounded from outside (parsing).
 */
export type Patience = {
  /** @param steps of the work to come: characters, times the size of a pattern. @throws OutOfPatience */
  readonly spend: (steps: number) => void
}

export class OutOfPatience extends Error {}

/** Steps at once: some 12 ms of a pattern. */
const STEPS_MAX = 1_000_000

/** @param ms from now on */
export function patienceFor(ms: number): Patience {
  const end = performance.now() + ms
  return {
    spend(steps) {
      if (steps > STEPS_MAX || performance.now() > end) throw new OutOfPatience()
    },
  }
}

/** Of the child process. */
export const endless: Patience = { spend() {} }

/** @returns null where the work needs more patience */
export function withPatience<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof OutOfPatience) return null
    throw error
  }
}
