/** Regular expressions of users, matched in linear time (RE2) and bounded in size. */
import { RE2JS } from 're2js'
import { MAX_PATTERN } from '../../contract/limits.ts'
import type { TimeBudget } from './time-budget.ts'

/** Limit of a compiled program: a repeated `x{900}` is short but slow. */
const PROGRAM_MAX = 3000
/** Characters of a text that are matched. */
export const TEXT_MAX = 50_000

export type Pattern = {
  /** Steps per character. */
  readonly size: number
  /** Whether it matches the empty text. */
  readonly matchesNothing: boolean
  readonly test: (text: string, budget: TimeBudget) => boolean
  /** `$1` and `$<name>` in `to` refer to groups, as in String.prototype.replace. @param most characters of the result */
  readonly replaceAll: (text: string, to: string, most: number, budget: TimeBudget) => string
}

/** @returns an error message for an invalid pattern */
export function compilePattern(source: string, flags = ''): Pattern | string {
  if (source.length > MAX_PATTERN) return `A pattern may have ${MAX_PATTERN} characters`
  try {
    const compiled = RE2JS.compile(source, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0)
    const size = compiled.programSize()
    if (size > PROGRAM_MAX) return 'This pattern repeats too much'
    return {
      size,
      matchesNothing: compiled.test(''),
      test(text, budget) {
        const part = text.slice(0, TEXT_MAX)
        budget.spend(size * part.length)
        return compiled.test(part)
      },
      replaceAll(text, to, most, budget) {
        const matcher = compiled.matcher(text)
        const pieces = replacementOf(to, { groups: matcher.groupCount(), names: compiled.namedGroups() })
        const result = createBoundedText(most)
        let at = 0
        for (;;) {
          budget.spend(size * (text.length - at))
          if (result.isFull() || !matcher.find()) break
          const [start, end] = [matcher.start(), matcher.end()]
          result.add(text.slice(at, start))
          for (const piece of pieces)
            result.add(piece({ text, start, end, group: (of) => matcher.group(of) ?? '' }))
          at = end
        }
        result.add(text.slice(at))
        return result.text()
      },
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not a pattern'
  }
}

/** A text that is built from pieces and never exceeds its maximum length. */
export type BoundedText = {
  /** The excess is cut off. */
  readonly add: (piece: string) => void
  readonly isFull: () => boolean
  readonly text: () => string
}

/** @param most characters */
export function createBoundedText(most: number): BoundedText {
  const pieces: string[] = []
  let left = most
  return {
    add(piece) {
      if (piece === '' || left === 0) return
      const fitting = piece.slice(0, left)
      pieces.push(fitting)
      left -= fitting.length
    },
    isFull: () => left === 0,
    text: () => pieces.join(''),
  }
}

/** A match in a text, from `start` to `end`. */
type Match = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The text of a group by its number or name; empty where it did not match. */
  readonly group: (of: number | string) => string
}
type Piece = (match: Match) => string

/** The number of a pattern's groups, and their names. */
type Groups = { readonly groups: number; readonly names: Readonly<Record<string, number>> }

/**
 * Reads a replacement as String.prototype.replace does: `$$`, `$&`, `` $` ``, `$'`, `$1` and `$<name>`; anything else is literal.
 * @returns its pieces, so that the caller can stop at a limit
 */
function replacementOf(to: string, { groups, names }: Groups): readonly Piece[] {
  const pieces: Piece[] = []
  const references =
    Object.keys(names).length > 0 ? /\$(?:([$&`'])|(\d)(\d?)|<([^>]*)>)/g : /\$(?:([$&`'])|(\d)(\d?))/g
  let at = 0
  for (const found of to.matchAll(references)) {
    const [written, sign, digit = '', second = '', name] = found
    const both = second !== '' && Number(digit + second) <= groups
    const number = Number(both ? digit + second : digit)
    let piece: Piece
    let { length } = written
    if (sign !== undefined) piece = signs[sign as keyof typeof signs]
    else if (name !== undefined) piece = ({ group }) => (Object.hasOwn(names, name) ? group(name) : '')
    else if (digit !== '' && number >= 1 && number <= groups) {
      piece = ({ group }) => group(number)
      length = both ? 3 : 2
    } else continue
    if (found.index > at) pieces.push(literal(to.slice(at, found.index)))
    pieces.push(piece)
    at = found.index + length
  }
  return at < to.length ? [...pieces, literal(to.slice(at))] : pieces
}

const literal =
  (text: string): Piece =>
  () =>
    text

const signs = {
  $: () => '$',
  '&': ({ text, start, end }) => text.slice(start, end),
  '`': ({ text, start }) => text.slice(0, start),
  "'": ({ text, end }) => text.slice(end),
} as const satisfies Record<string, Piece>
