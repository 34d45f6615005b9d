/**
 * How well a text answers what was typed, and which letters did. The idea and the weights are those of cmdk's
 * command-score: runs of letters count full, starts of words nearly so, letters inside words little.
 * Written anew because cmdk's does not say which letters matched, and those are shown bold.
 */

/** Letters that matched: [from, to) in UTF-16 units, in order, apart. */
export type Ranges = readonly (readonly [from: number, to: number])[]
/** `score` is above 0 and at most 1. */
export type Match = { readonly score: number; readonly ranges: Ranges }

const AFTER_SPACE = 0.9
const AFTER_PUNCTUATION = 0.8
const INSIDE_WORD = 0.17
const SKIPPED_LETTER = 0.999
const UNFINISHED = 0.99
/** Words typed in another order than the text has them. */
const OTHER_ORDER = 0.8

/** A text made ready to be searched: letters folded one by one, so that places stay the same. */
export type Searchable = { readonly text: string; readonly folded: string; readonly letters: number }

export function searchable(text: string): Searchable {
  const folded = fold(text)
  return { text, folded, letters: letterBits(folded) }
}

/** @param query folded with {@link fold}; an empty one matches everything with score 1 */
export function match(target: Searchable, query: string): Match | null {
  const { text, words, letters } = asked(query)
  if (text === '') return { score: 1, ranges: [] }
  if ((letters & ~target.letters) !== 0) return null
  const whole = walk(target.folded, text)
  if (words.length === 1) return whole
  const apart = matchWords(target, words)
  return apart && (!whole || apart.score > whole.score) ? apart : whole
}

type Asked = {
  readonly query: string
  readonly text: string
  readonly words: readonly string[]
  readonly letters: number
}
let lastAsked: Asked = { query: '', text: '', words: [], letters: 0 }
/** One query is held against a thousand texts: it is looked at once. */
function asked(query: string): Asked {
  if (query === lastAsked.query) return lastAsked
  const text = query.trim()
  const words = text.split(/\s+/)
  lastAsked = { query, text, words, letters: letterBits(words.join('')) }
  return lastAsked
}

/** Lower case and without accents; the length never changes. */
export const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => foldUnit(text[at] ?? '')).join('')

function foldUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  if (code < 0x80) return unit.toLowerCase()
  const bare = unit.normalize('NFD')[0] ?? unit
  const lower = bare.toLowerCase()
  return lower.length === 1 ? lower : unit
}

function matchWords(target: Searchable, words: readonly string[]): Match | null {
  const matches = words.map((word) => walk(target.folded, word))
  if (!matches.every((one): one is Match => one !== null)) return null
  const score = matches.reduce((product, one) => product * one.score, OTHER_ORDER)
  return { score, ranges: joined(matches.flatMap((one) => one.ranges)) }
}

/** What one walk writes down, kept for the next: a thousand walks a letter would leave much behind. */
let scores = new Float64Array(1024)
let places = new Int16Array(1024)

/** The best way to find the letters of `query` in `text` in order, by dynamic programming over both. */
function walk(text: string, query: string): Match | null {
  if (!standsIn(text, query)) return null
  const width = text.length + 1
  if (query.length * width > scores.length) {
    scores = new Float64Array(query.length * width * 2)
    places = new Int16Array(scores.length)
  }
  scores.fill(-1, 0, query.length * width)

  const best = (letter: number, from: number): number => {
    if (letter === query.length) return from === text.length ? 1 : UNFINISHED
    const cell = letter * width + from
    const known = scores[cell] ?? -1
    if (known >= 0) return known
    let highest = 0
    let place = -1
    const wanted = query[letter] as string
    for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const weight = weightOf(text, at, from)
      if (weight <= highest) continue
      const score = weight * best(letter + 1, at + 1)
      if (score > highest) {
        highest = score
        place = at
      }
    }
    scores[cell] = highest
    places[cell] = place
    return highest
  }

  const score = best(0, 0)
  if (score === 0) return null
  const found: [number, number][] = []
  for (let letter = 0, from = 0; letter < query.length; letter++) {
    const at = places[letter * width + from] ?? 0
    found.push([at, at + 1])
    from = at + 1
  }
  return { score, ranges: joined(found) }
}

/** Whether the letters stand in the text at all, in their order. */
function standsIn(text: string, query: string): boolean {
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

function joined(ranges: readonly (readonly [number, number])[]): Ranges {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0])
  const out: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/** One bit for each letter and digit: most texts are refused by this alone. */
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
