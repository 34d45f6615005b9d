/** Regular expressions of readers, matched in time linear in the text (RE2), and bounded besides. */
import { RE2JS } from 're2js'

/** Longest pattern, and largest program that it may become: `x{900}` repeated is short to write and long to run. */
const PATTERN_MAX = 500
const PROGRAM_MAX = 3000
/** Characters of a text that are looked at. */
export const TEXT_MAX = 50_000

export type Pattern = {
  readonly test: (text: string) => boolean
  /** `$1` and `${name}` in `to` stand for groups. */
  readonly replaceAll: (text: string, to: string) => string
}

/** @returns what is wrong with it, in words, when it cannot be used */
export function compilePattern(source: string, flags = ''): Pattern | string {
  if (source.length > PATTERN_MAX) return `A pattern may have ${PATTERN_MAX} characters`
  try {
    const compiled = RE2JS.compile(source, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0)
    if (compiled.programSize() > PROGRAM_MAX) return 'This pattern repeats too much'
    return {
      test: (text: string) => compiled.test(text.slice(0, TEXT_MAX)),
      replaceAll: (text: string, to: string) => compiled.matcher(text).replaceAll(to),
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not a pattern'
  }
}
