/** The order of names, as a person expects it. */

/** Letters of these languages stand among each other as in the table below. */
const USUAL = /^(de|en|es|fr|it|ja|nl|pt|zh)\b/
const PLAIN = /^[ -~]*$/
/** From first to last, after Unicode's root collation; a small letter and its capital only differ where all else is alike. */
const ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz'
const places = new Map([...ORDER].map((letter, place) => [letter, place]))
const { navigator } = globalThis as { readonly navigator?: { readonly language: string } }
const isUsual = USUAL.test(navigator?.language ?? '')

/**
 * What `localeCompare` says. That takes a new process 15 ms over its first two words, and the feeds are sorted before
 * anything is drawn: plain names are compared without it.
 */
export function compareNames(one: string, other: string): number {
  if (!isUsual || !PLAIN.test(one) || !PLAIN.test(other)) return one.localeCompare(other)
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  const common = Math.min(left.length, right.length)
  for (let at = 0; at < common; at += 1)
    if (left[at] !== right[at]) return placeOf(left[at]) - placeOf(right[at])
  if (left.length !== right.length) return left.length - right.length
  for (let at = 0; at < common; at += 1) if (one[at] !== other[at]) return one[at] === left[at] ? -1 : 1
  return 0
}

const placeOf = (letter = ''): number => places.get(letter) ?? -1
