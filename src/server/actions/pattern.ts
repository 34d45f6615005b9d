/** Regular expressions of users, matched in linear time (RE2) and bounded in size. */
import { RE2JS } from 're2js'
import { MAX_PATTERN } from '../../contract/limits.ts'
import type { TimeBudget } from './time-budget.ts'
import { replacementOf } from './replacement.ts'

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
