/**
 * How long the rules of a user may run in the server's thread. Checked before each step: work that exceeds it is
 * sent to the child process, whose time is bounded from outside (parsing).
 */
export type TimeBudget = {
  /** @param steps of the next work: characters times the size of a pattern. @throws OverBudget */
  readonly spend: (steps: number) => void
}

class OverBudget extends Error {}

/** Steps at once: some 12 ms of a pattern. */
const STEPS_MAX = 1_000_000

/** @param ms from now on */
export function timeBudget(ms: number): TimeBudget {
  const end = performance.now() + ms
  return {
    spend(steps) {
      if (steps > STEPS_MAX || performance.now() > end) throw new OverBudget()
    },
  }
}

/** Of the child process. */
export const endless: TimeBudget = { spend() {} }

/** @returns null where the work needs more time */
export function withinBudget<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof OverBudget) return null
    throw error
  }
}
