/** Collation of names. */

/** Languages whose letters sort as in the table below. */
const TABLE_LANGUAGES = /^(de|en|es|fr|it|ja|nl|pt|zh)\b/
const PLAIN = /^[ -~]*$/
/** First to last, after Unicode's root collation; case only matters between otherwise equal names. */
const ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz'
const ranks = new Map([...ORDER].map((letter, rank) => [letter, rank]))
const { navigator } = globalThis as { readonly navigator?: { readonly language: string } }
const usesTable = TABLE_LANGUAGES.test(navigator?.language ?? '')

/**
 * Sorts as `localeCompare` does. Its first call takes 15 ms, and feeds are sorted before the first paint: ASCII names are
 * compared without it.
 */
export function compareNames(one: string, other: string): number {
  if (!usesTable || !PLAIN.test(one) || !PLAIN.test(other)) return one.localeCompare(other)
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  const common = Math.min(left.length, right.length)
  for (let at = 0; at < common; at += 1)
    if (left[at] !== right[at]) return rankOf(left[at]) - rankOf(right[at])
  if (left.length !== right.length) return left.length - right.length
  for (let at = 0; at < common; at += 1) if (one[at] !== other[at]) return one[at] === left[at] ? -1 : 1
  return 0
}

const rankOf = (letter = ''): number => ranks.get(letter) ?? -1
