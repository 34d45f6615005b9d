/** What a test runner's reporter writes of a run. */

export type TestFile = {
  /** Its path from the top of the repository. */
  readonly file: string
  /** Of its tests and their hooks, every try included. */
  readonly milliseconds: number
  /** Tests that passed, whether at once or at another try. */
  readonly passed: number
  readonly failed: number
  readonly retried: readonly RetriedTest[]
}

/** A test that needed another try. */
type RetriedTest = {
  readonly title: string
  /** After the first try. */
  readonly retries: number
  readonly passed: boolean
}

/** Names, for both reporters, the file that they write. */
export const REPORT_FILE = 'LECTERN_TEST_REPORT'
