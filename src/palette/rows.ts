import type { Ranges } from './match.ts'

/** View model of one palette row. */
export type PaletteRow = {
  /** Unique in the palette. */
  readonly key: string
  readonly title: string
  readonly ranges: Ranges
  readonly icon?: string | undefined
  readonly image?: { readonly src: string | null | undefined; readonly name: string }
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  /** Why the command is unavailable, as display text. */
  readonly missing?: string | undefined
  readonly choose: () => void
}
export type PaletteSection = {
  readonly key: string
  readonly title: string
  readonly rows: readonly PaletteRow[]
}

/** Most rows, over all sections. */
export const MOST_ROWS = 60
