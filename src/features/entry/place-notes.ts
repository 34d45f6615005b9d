/** px between two notes. */
const GAP = 8

export type NoteBox = {
  readonly id: string
  /** px: where its highlight stands. */
  readonly wanted: number
  readonly height: number
}

/** Each beside its highlight, or below the note before it. @param boxes in the order of the text */
export function placeNotes(boxes: readonly NoteBox[]): ReadonlyMap<string, number> {
  let free = -Infinity
  return new Map(
    boxes.map(({ id, wanted, height }) => {
      const top = Math.max(wanted, free)
      free = top + height + GAP
      return [id, top]
    }),
  )
}
