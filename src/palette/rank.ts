/** Ranks candidates: exact names first, then the quality of the match, then use. Each rank can be explained. */
import { better, fold, match, matchAny, type Match, type Ranges, type Searchable } from './match.ts'

/** A row that the query may name. */
export type Candidate<T> = {
  readonly title: Searchable
  /** The title as it is pronounced, in Latin letters. */
  readonly reading?: Searchable | undefined
  /** Everyday names, folded. A query that equals one is an exact match. */
  readonly keywords?: readonly string[]
  /** Further texts, keywords included; each word of a query may name one of them. */
  readonly others?: readonly Searchable[]
  /** The user's short name, folded. */
  readonly alias?: string | undefined
  /** 0 to 1, see frecency */
  readonly use: number
  /** A source with unread entries. */
  readonly fresh?: boolean
  /** 0 to 1: how likely it is meant, whether it was ever used or not. */
  readonly likely?: number
  /** Cannot run now. */
  readonly unavailable?: boolean
  /** Rather a key than a command by name, or no more than the way to a setting. */
  readonly minor?: boolean
  readonly of: T
}

/** How the query names the row, best first. */
export const tiers = ['alias', 'title', 'keyword', 'words', 'abbreviation', 'letters'] as const
type Tier = (typeof tiers)[number]

/** The parts of a rank, for its explanation. */
export type RankParts = {
  readonly tier: Tier
  /** 0 to 1 */
  readonly match: number
  /** 0 to 1 */
  readonly use: number
  readonly unavailable: boolean
  /** It came earlier, as it is likely meant. */
  readonly likely?: boolean
  /** It came earlier, as it has unread entries. */
  readonly fresh?: boolean
}
export type Ranked<T> = {
  readonly of: T
  readonly ranges: Ranges
  readonly score: number
  readonly parts: RankParts
}

/** Weight of use against the quality of the match. */
const USE_WEIGHT = 0.35
/** Of what is likely meant: at most as much as the place of the match in the title. */
const LIKELY_WEIGHT = 0.12
/** Of sources with unread entries: they come first where nothing is typed, and before others that match as well. */
const FRESH_WEIGHT = { untyped: 0.5, typed: 0.05 }
/** Of letters that stand together in the title. */
const RUN_WEIGHT = 0.05
/** Of the part of the title that was typed: among equals the shortest title comes first. */
const COVERED_WEIGHT = 0.02
/** Factor for matches outside the title. */
const OTHERS_WEIGHT = 0.7
/** Factor for minor rows. */
const MINOR_WEIGHT = 0.6

/** Whether the typed words name the row: Enter may run it without it being selected by hand. */
export const isNamed = ({ tier }: Pick<RankParts, 'tier'>): boolean => tier !== 'letters'

/**
 * @param limit most results
 * @returns best first; ties keep their order. Exact names keep their rank when unavailable, other unavailable rows come
 * after the available ones of the same tier. Without a query: by use, then in input order.
 */
export function rank<T>(candidates: readonly Candidate<T>[], text: string, limit = Infinity): Ranked<T>[] {
  const query = fold(text).trim()
  const matches = candidates.flatMap((candidate): Ranked<T>[] => {
    const matched = matchOf(candidate, query)
    if (!matched) return []
    const { use, fresh = false, unavailable = false, minor = false, of } = candidate
    const isTyped = query !== ''
    const factor =
      1 +
      USE_WEIGHT * use +
      (fresh ? FRESH_WEIGHT[isTyped ? 'typed' : 'untyped'] : 0) +
      (isTyped && !isExact(matched) ? nearness(query, matched, candidate) : 0)
    const score = matched.score * factor * (minor && isTyped ? MINOR_WEIGHT : 1)
    const parts = {
      tier: matched.tier,
      match: matched.score,
      use,
      unavailable,
      likely: isTyped && (candidate.likely ?? 0) > 0,
      fresh,
    }
    return [{ of, ranges: matched.ranges, score, parts }]
  })
  return matches.toSorted(byRank).slice(0, limit)
}

/** What brings a row before others that match as well, which need not be typed in full then. */
const nearness = (
  query: string,
  { ranges }: Pick<TextMatch, 'ranges'>,
  { title, likely = 0 }: Candidate<unknown>,
) =>
  LIKELY_WEIGHT * likely +
  (ranges.length === 1 ? RUN_WEIGHT : 0) +
  (COVERED_WEIGHT * query.length) / Math.max(query.length, title.text.length)

/** Order of two results. */
function byRank(a: Ranked<unknown>, b: Ranked<unknown>): number {
  return (
    tierOf(a) - tierOf(b) ||
    (isExact(a.parts) ? 0 : Number(a.parts.unavailable) - Number(b.parts.unavailable)) ||
    b.score - a.score
  )
}

/** 0 for the best tier. */
export const tierOf = ({ parts }: Pick<Ranked<unknown>, 'parts'>): number => tiers.indexOf(parts.tier)
export const isExact = ({ tier }: Pick<RankParts, 'tier'>): boolean =>
  tier === 'alias' || tier === 'title' || tier === 'keyword'

type TextMatch = { readonly tier: Tier; readonly score: number; readonly ranges: Ranges }

function matchOf(candidate: Candidate<unknown>, query: string): TextMatch | null {
  const { title, alias, keywords, reading, others } = candidate
  if (query === '') return { tier: 'words', score: 1, ranges: [] }
  if (alias === query) return { tier: 'alias', score: 1, ranges: [] }
  if (title.folded === query) return { tier: 'title', score: 1, ranges: [[0, title.text.length]] }
  if (keywords?.includes(query)) {
    const inTitle = match(title, query)
    return { tier: 'keyword', score: 1, ranges: inTitle?.quality === 'words' ? inTitle.ranges : [] }
  }
  const inTitle = match(title, query)
  const elsewhere = inTitle?.quality === 'words' ? null : matchElsewhere(title, reading, others, query)
  const best = better(inTitle, elsewhere)
  return best && best.quality !== 'scattered'
    ? { tier: best.quality, score: best.score, ranges: best.ranges }
    : null
}

function matchElsewhere(
  title: Searchable,
  reading: Searchable | undefined,
  others: readonly Searchable[] | undefined,
  query: string,
): Match | null {
  const read = reading ? match(reading, query) : null
  // The letters of a reading are not those of the title, so nothing is highlighted.
  const byReading = read && { ...read, ranges: [] }
  const byOthers = others ? matchAny(title, others, query) : null
  return better(byReading, byOthers && { ...byOthers, score: byOthers.score * OTHERS_WEIGHT })
}
