/** Words of a title that are compared at most. */
const MAX_TERMS = 3
/** Letters of a word that says what a title is about. */
const MIN_LETTERS = 5

/** The longest words of a title, in small letters. Texts without spaces have few, or none. */
export const titleTerms = (title: string): readonly string[] =>
  [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))]
    .filter(({ length }) => length >= MIN_LETTERS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_TERMS)

const FILTERS: Readonly<Record<string, string>> = {
  starred: ' is:starred',
  noted: ' (has:highlight OR has:note)',
}

/** @param among a choice of the setting `relatedAmong` */
export const queryOf = (term: string, among: unknown): string =>
  `title:"${term}"${FILTERS[String(among)] ?? ''}`

/** The ones that most of the searches found, the latest of them first. */
export function mostShared<Entry extends { readonly id: string; readonly publishedAt: number }>(
  results: readonly (readonly Entry[])[],
  own: string,
  limit: number,
): readonly Entry[] {
  const found = new Map(results.flat().map((one) => [one.id, one]))
  const shares = (id: string) => results.filter((list) => list.some((one) => one.id === id)).length
  return [...found.values()]
    .filter(({ id }) => id !== own)
    .toSorted((a, b) => shares(b.id) - shares(a.id) || b.publishedAt - a.publishedAt)
    .slice(0, limit)
}
