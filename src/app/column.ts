import type { ReactNode } from 'react'

/** All widths in px. */
export type Column = {
  readonly id: string
  readonly content: ReactNode
  /** Without it, the column takes what is left. */
  readonly width?: number
  readonly least?: number
  readonly most?: number
  /** Names the line behind the column, where one follows. */
  readonly lineLabel?: string
}
/** For the styles: which columns there are. A selector that looked would have to look anew at each change within them. */
export const idsOf = (columns: readonly Column[]): string => columns.map(({ id }) => id).join(' ')

export type ColumnsProps = {
  readonly columns: readonly Column[]
  readonly onResized: (id: string, width: number) => void
}
