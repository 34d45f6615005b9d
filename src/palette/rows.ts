import type { Ranges } from './match.ts'

/** One line of the palette, ready to be drawn. */
export type PaletteRow = {
  /** Unique on the page. */
  readonly key: string
  readonly title: string
  readonly ranges: Ranges
  readonly icon?: string | undefined
  readonly image?: { readonly src: string | null | undefined; readonly name: string }
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  /** Why it cannot be done now, in words. */
  readonly missing?: string | undefined
  readonly choose: () => void
}
export type PaletteSection = {
  readonly key: string
  readonly title: string
  readonly rows: readonly PaletteRow[]
}

/** Rows drawn at most, over all sections. */
export const MOST_ROWS = 60
