/** Highlights and notes as follow.db stores them. */
import type { Highlight } from '../contract/highlights.ts'

/** A highlight, or a note on an entry, with what lists show of the entry. Times are ms since 1970. */
export type StoredHighlight = Omit<Highlight, 'createdAt' | 'updatedAt' | 'entry'> & {
  readonly createdAt: number
  readonly entry: Omit<Highlight['entry'], 'publishedAt'> & { readonly publishedAt: number }
}
/** Highlights as the server has them. `complete`: these are all. */
export type ReceivedHighlights = {
  readonly rows: readonly StoredHighlight[]
  readonly deleted: readonly string[]
  readonly complete: boolean
}
