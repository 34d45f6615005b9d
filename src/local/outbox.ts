/** Changes that the server has not accepted yet, and what they do to entries. */
import type { Highlight } from '../contract/highlights.ts'
import type { HighlightColor } from '../contract/limits.ts'
import type { View } from '../contract/views.ts'

/** The scope of a mark-all with its view and folder already resolved to feeds. */
export type ReadScope = {
  readonly feedIds: readonly string[]
  readonly startTime?: number
  readonly endTime?: number
  readonly insertedBefore?: number
}

/** Pending changes whose effect the timeline's SQL must see at once; the others are in memory and the outbox only. */
export type EntryEffect =
  | { readonly do: 'read'; readonly entryIds: readonly string[]; readonly read: boolean }
  | { readonly do: 'readAll'; readonly scope: ReadScope; readonly batch: string }
  | { readonly do: 'unreadAll'; readonly batch: string }
  | { readonly do: 'star'; readonly entryId: string; readonly starredAt: number | null; readonly view: View }
  | LabelEffect
  | HighlightEffect
/** `label` adds a label to entries or removes it; renaming and deleting include the labels within it. */
export type LabelEffect =
  | {
      readonly do: 'label'
      readonly name: string
      readonly entryIds: readonly string[]
      readonly on: boolean
    }
  | { readonly do: 'labelRename'; readonly name: string; readonly to: string }
  | { readonly do: 'labelDelete'; readonly name: string }
  /** Undoes a deletion: the labels of some entries. */
  | {
      readonly do: 'labelRestore'
      readonly entries: readonly (readonly [id: string, names: readonly string[]])[]
    }
/** `highlightPut` creates or restores one. Fields that a change leaves out are unchanged. */
export type HighlightEffect =
  | { readonly do: 'highlightPut'; readonly entryId: string; readonly highlight: StoredHighlight }
  | {
      readonly do: 'highlightChange'
      readonly entryId: string
      readonly id: string
      readonly color?: HighlightColor
      readonly note?: string | null
    }
  | { readonly do: 'highlightDelete'; readonly entryId: string; readonly id: string }
export const isHighlightEffect = (effect: EntryEffect): effect is HighlightEffect =>
  effect.do.startsWith('highlight')
export const isLabelEffect = (effect: EntryEffect): effect is LabelEffect => effect.do.startsWith('label')

/** The entries that an effect can change, null: any. */
export function reach(effect: EntryEffect): readonly string[] | null {
  if (effect.do === 'read' || effect.do === 'label') return effect.entryIds
  return effect.do === 'star' || isHighlightEffect(effect) ? [effect.entryId] : null
}

/** A change that the server has not accepted yet. Stored apart from the cache: wiping the cache never loses one. */
export type OutboxRow = {
  /** Also the Idempotency-Key it is sent with. */
  readonly id: string
  /** The resource it writes; writes of one resource are sent one after another. Stored, so the name stays. */
  readonly noun: string
  /** Name of the change, e.g. reads.mark. */
  readonly name: string
  /** JSON-safe arguments of the change. */
  readonly args: unknown
  readonly effect: EntryEffect | null
  readonly at: number
}
/** `unreadDelta`: how many local entries of each feed changed their shown read mark when it began. */
export type StoredOutboxRow = OutboxRow & { readonly unreadDelta: Record<string, number> }

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
