/** The server's language model. */
import type { Store } from 'effector'

export type LanguageModel = {
  /** Whether the server has one; null until it has responded. */
  readonly $isAvailable: Store<boolean | null>
}
