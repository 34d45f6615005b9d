import { highlightPieces, type Range } from './highlight-ranges.ts'

/** A text with the parts that matched marked. */
export function Highlight({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  if (ranges.length === 0) return text
  return highlightPieces(text, ranges).map((piece) =>
    piece.marked ? (
      <mark className="ui-highlight" key={piece.at}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
