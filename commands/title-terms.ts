/** Characters of a word that is worth naming; in scripts without spaces two are a word. */
const LEAST = 3
const LEAST_WIDE = 2
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of titles, each once, the longest first: they say most. */
export function titleTerms(titles: readonly string[]): readonly string[] {
  const words = titles.flatMap((title) =>
    [...segmenter.segment(title)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment)
      .filter((word) => word.length >= (/[\u3040-\u9fff\uac00-\ud7af]/u.test(word) ? LEAST_WIDE : LEAST)),
  )
  const byKey = new Map(words.map((word) => [word.toLowerCase(), word]))
  return [...byKey.values()].toSorted((one, other) => other.length - one.length)
}
