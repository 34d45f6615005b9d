/** The report of a test run, as the runners' reporters write it. */

export type TestFile = {
  /** Its path from the top of the repository. */
  readonly file: string
  /** Of its tests and their hooks, every try included. */
  readonly milliseconds: number
  /** Tests that passed, retries included. */
  readonly passed: number
  readonly failed: number
  readonly retried: readonly RetriedTest[]
}

/** A test that needed a retry. */
type RetriedTest = {
  readonly title: string
  /** After the first try. */
  readonly retries: number
  readonly passed: boolean
}

/** Names, for both reporters, the file that they write. */
export const REPORT_FILE = 'LECTERN_TEST_REPORT'
