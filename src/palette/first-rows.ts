import type { PaletteSection } from './rows.ts'

/** Rows that fill the box, and one more. */
export const FIRST_ROWS = 11

/** The same sections, with no more than the first `count` rows over all of them. */
export function firstRows(sections: readonly PaletteSection[], count: number): readonly PaletteSection[] {
  let room = count
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, room)
    room -= rows.length
    if (rows.length === 0) return []
    return rows.length === section.rows.length ? [section] : [{ ...section, rows }]
  })
}
