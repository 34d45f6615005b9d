/** Sorts candidates by how well they match the query and how much the user uses them. */
import { fold, match, type Ranges, type Searchable } from './match.ts'

/** Matched by its title, and by its other text with less weight. */
export type Candidate<T> = {
  readonly title: Searchable
  readonly others?: Searchable
  /** 0 to 1, see frecency */
  readonly use: number
  /** Sorts after all others: unavailable. */
  readonly last: boolean
  readonly of: T
}
export type Ranked<T> = {
  readonly of: T
  readonly ranges: Ranges
  readonly score: number
  readonly last: boolean
}

/** Weight of use against the quality of the match. */
const USE_WEIGHT = 0.35
/** Factor for matches outside the title. */
const OTHERS_WEIGHT = 0.7

/** @returns the best `limit`, best first; ties keep their order. Without a query: by use, then in input order. */
export function rank<T>(candidates: readonly Candidate<T>[], text: string, limit: number): Ranked<T>[] {
  const query = fold(text)
  const matches = candidates.flatMap((candidate): Ranked<T>[] => {
    const result = best(candidate, query)
    if (!result) return []
    return [
      {
        of: candidate.of,
        ranges: result.ranges,
        score: result.score * (1 + USE_WEIGHT * candidate.use),
        last: candidate.last,
      },
    ]
  })
  return matches.toSorted((a, b) => Number(a.last) - Number(b.last) || b.score - a.score).slice(0, limit)
}

function best({ title, others }: Candidate<unknown>, query: string) {
  const titleMatch = match(title, query)
  const otherMatch = others && query !== '' ? match(others, query) : null
  if (!otherMatch || (titleMatch && titleMatch.score >= otherMatch.score * OTHERS_WEIGHT)) return titleMatch
  // The match is outside the title, so nothing is highlighted.
  return { score: otherMatch.score * OTHERS_WEIGHT, ranges: [] }
}
