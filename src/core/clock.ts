/** Time as a dependency, so that tests can control it. */
export type Clock = {
  /** ms since 1970 */
  readonly now: () => number
  /** Runs `then` after `ms` milliseconds. @returns cancels it */
  readonly after: (ms: number, then: () => void) => () => void
}
