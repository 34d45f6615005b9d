import type { PaletteSection } from './rows.ts'

/** The sections cut after so many rows in all: as many as can be seen before anybody scrolls. */
export function firstRows(sections: readonly PaletteSection[], most: number): readonly PaletteSection[] {
  let room = most
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, Math.max(0, room))
    room -= rows.length
    return rows.length > 0 ? [{ ...section, rows }] : []
  })
}
