import type { Ranges } from './match.ts'
import type { PreviewSubject } from './preview/preview-subject.ts'
import type { RankParts } from './rank.ts'

/** An action of a row, shown on the second key. */
export type RowAction = {
  readonly key: string
  readonly title: string
  readonly icon?: string | undefined
  readonly keys?: string | undefined
  /** Why it cannot run, as display text. */
  readonly missing?: string | undefined
  /** Lines that the palette then shows, in place of running something. */
  readonly lines?: readonly string[]
  readonly choose: () => void
}

/** View model of one palette row. */
export type PaletteRow = {
  /** Unique in the palette. */
  readonly key: string
  readonly title: string
  readonly ranges: Ranges
  readonly icon?: string | undefined
  readonly image?: { readonly src: string | null | undefined; readonly name: string }
  /** Of an entry: the part of its text that was found. */
  readonly snippet?: { readonly text: string; readonly ranges: Ranges } | undefined
  readonly detail?: string | undefined
  /** Of an entry: when it was published, ms. It takes two lines. */
  readonly publishedAt?: number | undefined
  /** Of a subscription or folder: its unread entries. */
  readonly count?: number | undefined
  /** Of an entry that is known to be unread. */
  readonly unread?: boolean | undefined
  readonly keys?: string | undefined
  /** Why the row cannot be chosen, as display text. Choosing it says so. */
  readonly missing?: string | undefined
  /** How it was ranked; absent: it is not ranked. */
  readonly parts?: RankParts | undefined
  /** Enter runs it only after it was selected by hand. */
  readonly byHandOnly?: boolean
  /** The text that Tab puts into the box. */
  readonly completion?: string | undefined
  /** What the preview shows, asked once the row has been selected for a moment; none: what the row says itself. */
  readonly preview?: () => PreviewSubject | undefined
  readonly choose: () => void
  readonly actions?: () => readonly RowAction[]
}
export type PaletteSection = {
  readonly key: string
  readonly title: string
  readonly rows: readonly PaletteRow[]
}

/** Entries: the title, and below it the feed, the date and what was found. */
export const hasTwoLines = ({ publishedAt }: PaletteRow): boolean => publishedAt !== undefined
