/** Dates of mails. */
import { readDate } from '../../feeds/normalise/dates.ts'

/** Characters; longer values are not dates. */
const HEADER_MAX = 500
/** Earlier dates are invalid. */
const EARLIEST = Date.UTC(1960, 0, 1)

/** @param header of Date, or the part after the `;` of Received @returns ms since 1970, or null */
export function sentAt(header: string | undefined): number | null {
  const bare = withoutComments((header ?? '').slice(0, HEADER_MAX))
    .replace(/\s*:\s*/g, ':')
    .replace(/(\b\d{4} \d{1,2})\.(\d\d)\.(\d\d\b)/, '$1:$2:$3')
    // Programs with a year 2000 bug write the years since 1900.
    .replace(/(?<=[a-z]{3} )1\d\d(?= \d{1,2}:)/i, (years) => String(1900 + Number(years)))
    .replace(/\s+/g, ' ')
    .trim()
  const time = readDate(bare)
  if (time !== null) return time
  // Dates before 1970 are valid in mail but not in feeds.
  const early = /\b19[67]\d\b/.test(bare) ? Date.parse(bare) : NaN
  return early >= EARLIEST && early < 0 ? early : null
}

/** RFC 5322 allows comments anywhere, also nested. */
function withoutComments(text: string): string {
  let depth = 0
  let bare = ''
  for (const letter of text) {
    if (letter === '(') depth += 1
    else if (letter === ')' && depth > 0) depth -= 1
    else if (depth === 0) bare += letter
  }
  return bare
}
