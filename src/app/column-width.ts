/** How wide a column may be, and becomes by a key. All in px. */
export type Column = {
  readonly id: string
  /** What the person chose; the last column takes what is left instead. */
  readonly width?: number
  readonly least: number
  readonly most?: number
}

const STEP = 16
const LEAP = 80

/** @param room what the column could take from the last one without making that too narrow */
export function widthWithin(
  { least, most = Number.POSITIVE_INFINITY }: Column,
  wished: number,
  room: number,
) {
  return Math.round(Math.max(least, Math.min(wished, most, room)))
}

/** @returns null for a key that means nothing to a separator */
export function widthByKey(column: Column, now: number, key: string, shift: boolean): number | null {
  const step = shift ? LEAP : STEP
  if (key === 'ArrowLeft') return now - step
  if (key === 'ArrowRight') return now + step
  if (key === 'Home') return column.least
  return key === 'End' ? (column.most ?? now) : null
}
