/** What was added to a text and removed from it, by lines and within them by words. Pure. */
import { diffArrays } from 'diff'
import { escapeMarkup } from '../../../core/escape-markup.ts'
import { lineWithoutNoise } from './line-without-noise.ts'

export type TextChanges = {
  /** `ins` and `del` in paragraphs, with a line of context on both sides. */
  readonly html: string
  /** One line: what was added, or where nothing was, what was removed. */
  readonly gist: string
}

/** Lines that differ; beyond that a line counts as changed where the other text does not have it. */
const MAX_DISTANCE = 1_500
const CONTEXT = 1
/** Of the result: changed lines, and characters. */
const ROWS_MAX = 300
const LENGTH_MAX = 60_000
const GIST_MAX = 300
/** Longer lines are compared as a whole. */
const WORDS_MAX = 3_000
/** The share of its words that a line has in common with the one it replaced. */
const ALIKE = 0.4
const PAIRS_MAX = 2_500
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

type Row = {
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  readonly html: string
  readonly text: string
}

/** @param isWhole of a whole page, whose counters are ignored @returns null where nothing differs but noise */
export function changesBetween(before: string, after: string, isWhole: boolean): TextChanges | null {
  if (before === after) return null
  const rows = rowsBetween(linesOf(before), linesOf(after), (line) => lineWithoutNoise(line, isWhole))
  const changed = rows.filter(({ kind }) => kind !== 'same')
  if (changed.length === 0) return null
  const added = changed.filter(({ kind }) => kind !== 'removed')
  const [sign, listed] = added.length > 0 ? (['+', added] as const) : (['−', changed] as const)
  const gist = `${sign} ${listed.map(({ text }) => text).join(' · ')}`
  return { html: htmlOf(rows), gist: gist.length > GIST_MAX ? `${gist.slice(0, GIST_MAX)}…` : gist }
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))
const paragraph = (html: string): string => `<p>${html}</p>`
const addedRow = (text: string): Row => ({ kind: 'added', text, html: `<ins>${escapeMarkup(text)}</ins>` })
const removedRow = (text: string): Row => ({
  kind: 'removed',
  text,
  html: `<del>${escapeMarkup(text)}</del>`,
})

function rowsBetween(before: string[], after: string[], keyOf: (line: string) => string): Row[] {
  const keys = [before.map(keyOf), after.map(keyOf)] as const
  const parts = diffArrays(...keys, { maxEditLength: MAX_DISTANCE })
  if (!parts) return rowsOfSets(before, after, keys)
  const rows: Row[] = []
  let [from, to] = [0, 0]
  let removed: string[] = []
  const endRemoved = (added: readonly string[]) => {
    rows.push(...replacedRows(removed, added))
    removed = []
  }
  for (const part of parts) {
    if (part.removed) {
      removed.push(...before.slice(from, from + part.count))
      from += part.count
      continue
    }
    const lines = after.slice(to, to + part.count)
    to += part.count
    endRemoved(part.added ? lines : [])
    if (part.added) continue
    from += part.count
    rows.push(...lines.map((text): Row => ({ kind: 'same', text, html: escapeMarkup(text) })))
  }
  endRemoved([])
  return rows
}

function rowsOfSets(
  before: readonly string[],
  after: readonly string[],
  [beforeKeys, afterKeys]: readonly [readonly string[], readonly string[]],
): Row[] {
  const [old, current] = [new Set(beforeKeys), new Set(afterKeys)]
  return [
    ...after.filter((_, at) => !old.has(afterKeys[at] ?? '')).map(addedRow),
    ...before.filter((_, at) => !current.has(beforeKeys[at] ?? '')).map(removedRow),
  ]
}

/** A line that resembles one of those it stands for is shown as that line, changed. */
function replacedRows(removed: readonly string[], added: readonly string[]): Row[] {
  if (removed.length * added.length > PAIRS_MAX) return [...removed.map(removedRow), ...added.map(addedRow)]
  const rows: Row[] = []
  let next = 0
  for (const line of removed) {
    const alike = added.findIndex((other, at) => at >= next && areAlike(line, other))
    if (alike === -1) {
      rows.push(removedRow(line))
      continue
    }
    rows.push(...added.slice(next, alike).map(addedRow), changedRow(line, added[alike] ?? ''))
    next = alike + 1
  }
  return [...rows, ...added.slice(next).map(addedRow)]
}

const wordsOf = (line: string): string[] =>
  UNSPACED.test(line) ? [...line.replaceAll(/\s+/g, '')] : line.split(' ')

function areAlike(one: string, other: string): boolean {
  if (one.length > WORDS_MAX || other.length > WORDS_MAX) return false
  const [words, others] = [wordsOf(one), new Set(wordsOf(other))]
  const common = words.filter((word) => others.has(word)).length
  return common / Math.max(words.length, others.size) >= ALIKE
}

function changedRow(before: string, after: string): Row {
  const parts = diffArrays(tokensOf(before), tokensOf(after), {
    comparator: (one, other) => one.trimEnd() === other.trimEnd(),
  })
  const html = parts.map(({ value, added, removed }) => {
    const text = value.join('')
    const [word, space] = [escapeMarkup(text.trimEnd()), text.slice(text.trimEnd().length)]
    return added ? `<ins>${word}</ins>${space}` : removed ? `<del>${word}</del>${space}` : word + space
  })
  return { kind: 'changed', text: after, html: html.join('').trim() }
}

/** Words, each with the space after it. */
const tokensOf = (line: string): string[] =>
  UNSPACED.test(line)
    ? Array.from(segmenter.segment(line), ({ segment }) => segment)
    : line.split(/(?<=\s)(?=\S)/)

/** The changed rows and what is around them; a rule stands for what is left out between them. */
function htmlOf(rows: readonly Row[]): string {
  const isNear = rows.map(() => false)
  rows.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  })
  const parts: string[] = []
  let [length, count] = [0, 0]
  for (const [at, row] of rows.entries()) {
    if (!isNear[at]) continue
    if (count > ROWS_MAX || length + row.html.length > LENGTH_MAX) {
      parts.push(paragraph('…'))
      break
    }
    if (parts.length > 0 && !isNear[at - 1]) parts.push('<hr>')
    parts.push(paragraph(row.html))
    length += row.html.length
    count += row.kind === 'same' ? 0 : 1
  }
  return parts.join('\n')
}
