/** A text that is built from pieces and never exceeds its maximum length. */
export type BoundedText = {
  /** The excess is cut off. */
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
