/** A text that is made of pieces and never becomes longer than it may, not even on the way. */
export type BoundedText = {
  /** What would be too much is cut off. */
  readonly add: (piece: string) => void
  readonly isFull: () => boolean
  readonly text: () => string
}

/** @param most characters */
export function createBoundedText(most: number): BoundedText {
  const pieces: string[] = []
  let left = most
  return {
    add(piece) {
      if (piece === '' || left === 0) return
      const fitting = piece.slice(0, left)
      pieces.push(fitting)
      left -= fitting.length
    },
    isFull: () => left === 0,
    text: () => pieces.join(''),
  }
}
