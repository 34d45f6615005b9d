/** Time as something that is handed in, so that tests can hold it still. */
export type Clock = {
  /** ms since 1970 */
  readonly now: () => number
  /** Runs `then` after so many ms. @returns its undo */
  readonly after: (ms: number, then: () => void) => () => void
}
