import type { Snippet } from '../../contract/query/snippet.ts'
import { Highlight } from '../../ui/index.ts'
import type { RowHits } from './read-row-hits.ts'

type MarkedTextProps = {
  readonly text: string
  readonly hits: RowHits
  /** Takes the place of a text that has none of the words. */
  readonly snippet?: Snippet | undefined
}

/** A text with the words of the search marked. */
export function MarkedText({ text, hits: { words }, snippet }: MarkedTextProps) {
  const ranges = placesOf(text, words)
  return ranges.length === 0 && snippet ? (
    <Highlight text={snippet.text} ranges={snippet.ranges} />
  ) : (
    <Highlight text={text} ranges={ranges} />
  )
}

function placesOf(text: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const lower = text.toLowerCase()
  // A few letters are longer in lower case; the places would not be those of the text.
  if (lower.length !== text.length) return []
  return words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length))
      places.push([at, at + word.length])
    return places
  })
}
