/** Who sends too much, too quickly: counted in this process, in memory. */

export type Floods = {
  /** Counts one more. @returns false when that is more than the name may send in the window */
  readonly allows: (name: string) => boolean
}

/** Names that are remembered at once; the oldest is forgotten first. */
const NAMES_MAX = 10_000

/** @param most how many in a window of so many ms */
export function createFloods(most: number, windowMs: number, now: () => number): Floods {
  const windows = new Map<string, { since: number; count: number }>()
  return {
    allows(name) {
      const at = now()
      const known = windows.get(name)
      const window = known && at - known.since < windowMs ? known : { since: at, count: 0 }
      window.count += 1
      // At the end again, so that whoever is busy is not the one to be forgotten.
      windows.delete(name)
      windows.set(name, window)
      const [oldest] = windows.keys()
      if (windows.size > NAMES_MAX && oldest !== undefined) windows.delete(oldest)
      return window.count <= most
    },
  }
}
