import type { Checked } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'

/** A call with its input. */
export type UndoCall = { readonly [N in CallName]: readonly [N, Checked<N>] }[CallName]
export type Undo = {
  readonly calls: readonly UndoCall[]
  /** Entries or feeds that were changed. */
  readonly count: number
}
