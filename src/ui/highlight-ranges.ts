/** From (inclusive) and to (exclusive), in UTF-16 units as String.slice counts. */
export type Range = readonly [from: number, to: number]

export type Piece = { readonly text: string; readonly at: number; readonly marked: boolean }

/** Splits a text into marked and unmarked parts. Ranges may be unsorted, overlap or exceed the text. */
export const highlightPieces = (text: string, ranges: readonly Range[]): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const [from, to] of mergedRanges(text.length, ranges)) {
    if (from > at) pieces.push({ text: text.slice(at, from), at, marked: false })
    pieces.push({ text: text.slice(from, to), at: from, marked: true })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), at, marked: false })
  return pieces
}

const mergedRanges = (length: number, ranges: readonly Range[]): readonly Range[] => {
  const merged: [number, number][] = []
  const clamped = ranges.map(([from, to]) => [Math.max(0, from), Math.min(length, to)] as const)
  for (const [from, to] of clamped.filter(isSome).toSorted(byStart)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Single matched letters, as a fuzzy search gives them, as ranges. */
export const letterRanges = (indexes: readonly number[]): readonly Range[] =>
  indexes.map((index) => [index, index + 1] as const)

const isSome = ([from, to]: Range) => from < to
const byStart = (a: Range, b: Range) => a[0] - b[0]
