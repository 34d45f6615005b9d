/**
 * Text as the search index stores it. SQLite's tokenizer splits at spaces and punctuation, but Chinese and Japanese are written
 * without: a run of theirs is stored as overlapping pairs (日本語 as 日本 本語 語), so that any part of it is found.
 * The last character is also stored alone, so that searching one character finds the end of a run too.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const PAIRED_RUN = /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{N}]]+/gv

/** The words of a text, pairs included, in order. */
export function indexWords(text: string): string {
  return split(text, (run) =>
    run.flatMap((character, position) => [character + (run[position + 1] ?? '')]),
  ).join(' ')
}

/**
 * A MATCH expression for what a user has typed so far, null when it has no word. All words must occur; those of one
 * run of characters side by side; the last word is a prefix.
 */
export function matchExpression(typed: string): string | null {
  const phrases: string[] = []
  for (const [word] of normal(typed).matchAll(WORD)) {
    for (const part of parts(word)) phrases.push(part.paired ? pairs(part.text).join(' ') : part.text)
  }
  const last = phrases.at(-1)
  if (last === undefined) return null
  // One Latin letter is a prefix of too many words: it is searched as a word.
  const goesOn = !/\s$/u.test(typed) && (last.length > 1 || isPaired(last))
  return [...phrases.slice(0, -1), goesOn ? `${last}*` : last].map((phrase) => `"${phrase}"`).join(' ')
}

/** Plain words of a summary that may contain markup, cut to a length. Only for searching: never shown, so never trusted. */
export function plainText(html: string, length: number): string {
  return html
    .slice(0, length * 8)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&#(\d{1,7});/g, (all, code: string) => codePoint(Number(code)) ?? all)
    .replace(/&[a-z]+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
}

function split(text: string, ofRun: (run: readonly string[]) => readonly string[]): string[] {
  const terms: string[] = []
  for (const [word] of normal(text).matchAll(WORD)) {
    for (const part of parts(word)) terms.push(...(part.paired ? ofRun([...part.text]) : [part.text]))
  }
  return terms
}

/** Full-width letters and half-width kana are the same words as their usual forms. */
const normal = (text: string): string => text.normalize('NFKC')

function parts(word: string): { text: string; paired: boolean }[] {
  const matches: { text: string; paired: boolean }[] = []
  let from = 0
  for (const run of word.matchAll(PAIRED_RUN)) {
    if (run.index > from) matches.push({ text: word.slice(from, run.index), paired: false })
    matches.push({ text: run[0], paired: true })
    from = run.index + run[0].length
  }
  if (from < word.length) matches.push({ text: word.slice(from), paired: false })
  return matches
}

/** The pairs of a searched run: without the single last character, which is only stored at the end of a run. */
function pairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(0, -1).map((character, position) => character + (characters[position + 1] ?? ''))
}

const isPaired = (text: string): boolean => new RegExp(PAIRED_RUN.source, 'v').test(text)
const codePoint = (code: number): string | null =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
