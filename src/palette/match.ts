/**
 * Scores a text against a query and returns the matched letters. Algorithm and weights follow cmdk's command-score: runs
 * of letters score highest, starts of words slightly less, letters inside words little. cmdk's own function returns no
 * ranges, and the palette shows the matched letters bold.
 */

/** Matched letters: [from, to) in UTF-16 units, sorted, without overlaps. */
export type Ranges = readonly (readonly [from: number, to: number])[]
/**
 * How the query names the text:
 * - words: whole words, beginnings of words, initials, or a part of a word of at least three letters
 * - abbreviation: letters of one word, from its first on (`drk` for Dark)
 * - letters: letters of several words, from the first of each on (`ptgard` for patient gardener), or single Chinese characters
 * - scattered: none of these
 */
type MatchQuality = 'words' | 'abbreviation' | 'letters' | 'scattered'
/** `score` is above 0 and at most 1. */
export type Match = { readonly score: number; readonly ranges: Ranges; readonly quality: MatchQuality }

/** Best first. */
const QUALITIES: readonly MatchQuality[] = ['words', 'abbreviation', 'letters', 'scattered']
const worse = (a: MatchQuality, b: MatchQuality): MatchQuality =>
  QUALITIES.indexOf(a) > QUALITIES.indexOf(b) ? a : b

const AFTER_SPACE = 0.9
const AFTER_PUNCTUATION = 0.8
const INSIDE_WORD = 0.17
const SKIPPED_LETTER = 0.999
const UNFINISHED = 0.99
/** Of a word that is put together of beginnings with other words between them: `theme` in go to THE newest MEssage. */
const PUT_TOGETHER = 0.6
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
  if (text === '') return { score: 1, ranges: [], quality: 'words' }
  if ((letters & ~target.letters) !== 0) return null
  const phrase = matchPhrase(target.folded, text)
  if (terms.length === 1) return phrase
  return better(matchTerms(target, terms), phrase)
}

/** The match of better quality; of equal ones the one with the higher score. */
export function better(a: Match | null, b: Match | null): Match | null {
  if (!a || !b) return a ?? b
  if (a.quality !== b.quality) return worse(a.quality, b.quality) === a.quality ? b : a
  return a.score > b.score ? a : b
}

/**
 * Finds each word of the query in the title or in one of the other texts, as a name of it.
 * @returns ranges in the title
 */
export function matchAny(title: Searchable, others: readonly Searchable[], query: string): Match | null {
  const { terms } = prepareQuery(query)
  let score = OTHER_ORDER
  const ranges: (readonly [number, number])[] = []
  for (const word of terms) {
    const named = bestName([title], word)
    if (named) ranges.push(...named.ranges)
    const found = named ?? bestName(others, word)
    if (!found) return null
    score *= found.score
  }
  return { score, ranges: mergeRanges(ranges), quality: 'words' }
}

/** The best match of a word as the name of a text. */
function bestName(texts: readonly Searchable[], word: string): Match | null {
  const bits = letterBits(word)
  return texts.reduce<Match | null>((best, { folded, letters }) => {
    const matched = (bits & ~letters) === 0 ? matchPhrase(folded, word) : null
    return matched?.quality === 'words' ? better(best, matched) : best
  }, null)
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

/** Lower case, without accents, width and the difference of the two kana; the length never changes. */
export const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => foldUnit(text[at] ?? '')).join('')

function foldUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  if (code < 0x80) return unit.toLowerCase()
  const withoutAccent = unit.normalize('NFKD')[0] ?? unit
  const folded = withoutAccent.charCodeAt(0)
  if (folded >= FIRST_KATAKANA && folded <= LAST_KATAKANA)
    return String.fromCharCode(folded - KATAKANA_OFFSET)
  const lower = withoutAccent.toLowerCase()
  return lower.length === 1 ? lower : unit
}
const FIRST_KATAKANA = 0x30a1
const LAST_KATAKANA = 0x30f6
/** From katakana to hiragana. */
const KATAKANA_OFFSET = 0x60

function matchTerms(target: Searchable, terms: readonly string[]): Match | null {
  const matches = terms.map((word) => matchPhrase(target.folded, word))
  if (!matches.every((one): one is Match => one !== null)) return null
  const score = matches.reduce((product, one) => product * one.score, OTHER_ORDER)
  const quality = matches.reduce<MatchQuality>((worst, one) => worse(worst, one.quality), 'words')
  return { score, ranges: mergeRanges(matches.flatMap((one) => one.ranges)), quality }
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
  const merged = mergeRanges(ranges)
  const isPutTogether =
    !query.includes(' ') && merged.some((range, at) => skipsWord(text, range, merged[at + 1]))
  return {
    score: isPutTogether ? score * PUT_TOGETHER : score,
    ranges: merged,
    quality: qualityOf(text, merged),
  }
}

/** Letters of a word that are too few to name it from its middle. */
const MIN_PART = 3

function qualityOf(text: string, ranges: Ranges): MatchQuality {
  const singles = ranges.length > 1 ? ranges.filter(([from, to]) => to - from === 1) : []
  if (singles.some(([from]) => isKana(text.charCodeAt(from)))) return 'scattered'
  const isApart = singles.some(([from]) => text.charCodeAt(from) >= CJK)
  if (ranges.every(([from]) => startsWord(text, from))) return isApart ? 'letters' : 'words'
  const [first] = ranges
  if (ranges.length === 1 && first && first[1] - first[0] >= MIN_PART) return 'words'
  const starts = new Map<number, number>()
  for (const [from] of ranges) {
    const word = wordStart(text, from)
    starts.set(word, Math.min(from, starts.get(word) ?? from))
  }
  if ([...starts].some(([word, from]) => word !== from)) return 'scattered'
  return starts.size === 1 ? 'abbreviation' : 'letters'
}

/** Whether whole words are between the beginning of one, of more letters than an initial, and the next. */
function skipsWord(
  text: string,
  [from, to]: readonly [number, number],
  next: readonly [number, number] | undefined,
): boolean {
  return next !== undefined && to - from >= MIN_PART && /\S\s+\S+\s+$/.test(text.slice(from, next[0]))
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || isBoundary(text[at - 1] ?? '') || text.charCodeAt(at) >= CJK
}

function wordStart(text: string, at: number): number {
  let start = at
  while (!startsWord(text, start)) start -= 1
  return start
}

const isBoundary = (unit: string) => unit === ' ' || /[-_/.:,;()[\]'"#@&+]/.test(unit)
/** From here on scripts without spaces: every letter counts as the beginning of a word. */
const CJK = 0x2e80

/** Of a folded text. */
const isKana = (code: number) => code >= 0x3041 && code <= 0x30ff

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
  if (/[-_/.:,;()[\]'"#@&+]/.test(before) || (text.charCodeAt(at) >= CJK && before !== ''))
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
