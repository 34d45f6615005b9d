/** Regular expressions of users, matched in linear time (RE2) and bounded in size. */
import { RE2JS } from 're2js'

/** Limits of the pattern length and of the compiled program: a repeated `x{900}` is short but slow. */
const PATTERN_MAX = 500
const PROGRAM_MAX = 3000
/** Characters of a text that are matched. */
export const TEXT_MAX = 50_000

export type Pattern = {
  readonly test: (text: string) => boolean
  /** `$1` and `${name}` in `to` refer to groups. */
  readonly replaceAll: (text: string, to: string) => string
}

/** @returns an error message for an invalid pattern */
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
