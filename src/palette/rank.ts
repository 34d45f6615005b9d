/** Orders what may be chosen by how well it answers what was typed, and how much the person uses it. */
import { fold, match, type Ranges, type Searchable } from './match.ts'

/** Something that may be found: by its title first, by its other words with less weight. */
export type Candidate<T> = {
  readonly title: Searchable
  readonly others?: Searchable
  /** 0 to 1, see frecency */
  readonly use: number
  /** Unavailable ones come last whatever they are called. */
  readonly last: boolean
  readonly of: T
}
export type Ranked<T> = {
  readonly of: T
  readonly ranges: Ranges
  readonly score: number
  readonly last: boolean
}

/** How much being used weighs against being well matched. */
const USE = 0.35
const OTHER_WORDS = 0.7

/** @returns the best `limit`, best first; equals keep their order. With nothing typed: by use, then as given. */
export function rank<T>(candidates: readonly Candidate<T>[], text: string, limit: number): Ranked<T>[] {
  const query = fold(text)
  const found = candidates.flatMap((candidate): Ranked<T>[] => {
    const hit = best(candidate, query)
    if (!hit) return []
    return [
      {
        of: candidate.of,
        ranges: hit.ranges,
        score: hit.score * (1 + USE * candidate.use),
        last: candidate.last,
      },
    ]
  })
  return found.toSorted((a, b) => Number(a.last) - Number(b.last) || b.score - a.score).slice(0, limit)
}

function best({ title, others }: Candidate<unknown>, query: string) {
  const named = match(title, query)
  const beside = others && query !== '' ? match(others, query) : null
  if (!beside || (named && named.score >= beside.score * OTHER_WORDS)) return named
  // What matched is not in the title, so nothing of it is bold.
  return { score: beside.score * OTHER_WORDS, ranges: [] }
}
