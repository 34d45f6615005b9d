import type { PaletteSection } from './rows.ts'

/** The rows that fit in the box, plus one. */
export const FIRST_ROWS = 11

/** The sections, cut after `count` rows in total. */
export function firstRows(sections: readonly PaletteSection[], count: number): readonly PaletteSection[] {
  let remaining = count
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, remaining)
    remaining -= rows.length
    if (rows.length === 0) return []
    return rows.length === section.rows.length ? [section] : [{ ...section, rows }]
  })
}
