/**
 * Scores a text against a query and returns the matched letters. Algorithm and weights follow cmdk's command-score: runs
 * of letters score highest, starts of words slightly less, letters inside words little. cmdk's own function returns no
 * ranges, and the palette shows the matched letters bold.
 */

/** Matched letters: [from, to) in UTF-16 units, sorted, without overlaps. */
export type Ranges = readonly (readonly [from: number, to: number])[]
/** `score` is above 0 and at most 1. */
export type Match = { readonly score: number; readonly ranges: Ranges }

const AFTER_SPACE = 0.9
const AFTER_PUNCTUATION = 0.8
const INSIDE_WORD = 0.17
const SKIPPED_LETTER = 0.999
const UNFINISHED = 0.99
/** The words of the query match in another order than in the text. */
const OTHER_ORDER = 0.8

/** A text prepared for matching: folded letter by letter, so that offsets stay valid. */
export type Searchable = { readonly text: string; readonly folded: string; readonly letters: number }

export function searchable(text: string): Searchable {
  const folded = fold(text)
  return { text, folded, letters: letterBits(folded) }
}

/** @param query folded with {@link fold}; an empty one matches everything with score 1 */
export function match(target: Searchable, query: string): Match | null {
  const { text, terms, letters } = prepareQuery(query)
  if (text === '') return { score: 1, ranges: [] }
  if ((letters & ~target.letters) !== 0) return null
  const phrase = matchPhrase(target.folded, text)
  if (terms.length === 1) return phrase
  const byWord = matchTerms(target, terms)
  return byWord && (!phrase || byWord.score > phrase.score) ? byWord : phrase
}

type PreparedQuery = {
  readonly query: string
  readonly text: string
  readonly terms: readonly string[]
  readonly letters: number
}
let lastQuery: PreparedQuery = { query: '', text: '', terms: [], letters: 0 }
/** One query is matched against many texts, so the last one is cached. */
function prepareQuery(query: string): PreparedQuery {
  if (query === lastQuery.query) return lastQuery
  const text = query.trim()
  const terms = text.split(/\s+/)
  lastQuery = { query, text, terms, letters: letterBits(terms.join('')) }
  return lastQuery
}

/** Lower case and without accents; the length never changes. */
export const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => foldUnit(text[at] ?? '')).join('')

function foldUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  if (code < 0x80) return unit.toLowerCase()
  const withoutAccent = unit.normalize('NFD')[0] ?? unit
  const lower = withoutAccent.toLowerCase()
  return lower.length === 1 ? lower : unit
}

function matchTerms(target: Searchable, terms: readonly string[]): Match | null {
  const matches = terms.map((word) => matchPhrase(target.folded, word))
  if (!matches.every((one): one is Match => one !== null)) return null
  const score = matches.reduce((product, one) => product * one.score, OTHER_ORDER)
  return { score, ranges: mergeRanges(matches.flatMap((one) => one.ranges)) }
}

/** Memo tables of `matchPhrase`, reused: allocating them for each of a thousand texts per keystroke would cost collections. */
let scores = new Float64Array(1024)
let positions = new Int16Array(1024)

/** The best way to find the letters of `query` in `text` in order, by dynamic programming over both. */
function matchPhrase(text: string, query: string): Match | null {
  if (!isSubsequence(text, query)) return null
  const width = text.length + 1
  if (query.length * width > scores.length) {
    scores = new Float64Array(query.length * width * 2)
    positions = new Int16Array(scores.length)
  }
  scores.fill(-1, 0, query.length * width)

  const best = (letter: number, from: number): number => {
    if (letter === query.length) return from === text.length ? 1 : UNFINISHED
    const cell = letter * width + from
    const cached = scores[cell] ?? -1
    if (cached >= 0) return cached
    let highest = 0
    let position = -1
    const char = query[letter] as string
    for (let at = text.indexOf(char, from); at >= 0; at = text.indexOf(char, at + 1)) {
      const weight = weightOf(text, at, from)
      if (weight <= highest) continue
      const score = weight * best(letter + 1, at + 1)
      if (score > highest) {
        highest = score
        position = at
      }
    }
    scores[cell] = highest
    positions[cell] = position
    return highest
  }

  const score = best(0, 0)
  if (score === 0) return null
  const ranges: [number, number][] = []
  for (let letter = 0, from = 0; letter < query.length; letter++) {
    const at = positions[letter * width + from] ?? 0
    ranges.push([at, at + 1])
    from = at + 1
  }
  return { score, ranges: mergeRanges(ranges) }
}

/** Whether the text contains the letters of the query in order. */
function isSubsequence(text: string, query: string): boolean {
  let at = -1
  for (const letter of query) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

function weightOf(text: string, at: number, from: number): number {
  if (at === from) return at === 0 || from > 0 ? 1 : AFTER_SPACE
  const before = text[at - 1] ?? ''
  const skipped = SKIPPED_LETTER ** (at - from)
  if (before === ' ') return AFTER_SPACE * skipped
  if (/[-_/.:,;()[\]'"#@&+]/.test(before) || (text.charCodeAt(at) >= 0x2e80 && before !== ''))
    return AFTER_PUNCTUATION * skipped
  return INSIDE_WORD * skipped
}

function mergeRanges(ranges: readonly (readonly [number, number])[]): Ranges {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Bit set of the letters and digits in the text: rejects most texts without a search. */
function letterBits(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) bits |= 1 << 26
    else if (code !== 32) bits |= 1 << (27 + (code % 4))
  }
  return bits
}
