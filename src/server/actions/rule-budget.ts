/** The maximum cost of all rules of a user together: patterns cost time with each entry. */
export type RuleBudget = {
  /** @param size steps per character of a pattern @returns false where it is too much */
  readonly takes: (size: number) => boolean
}

/** Steps per character of all patterns: with the longest text some three seconds of the child process. */
const PATTERNS_MAX = 5000
export const TOO_LARGE = 'The patterns of all rules together are too large'

export function createRuleBudget(): RuleBudget {
  let left = PATTERNS_MAX
  return {
    takes(size) {
      if (size > left) return false
      left -= size
      return true
    },
  }
}
