/** Dates of mails. */
import { readDate } from '../../feeds/normalise/dates.ts'

/** No date is longer, with all its comments. */
const HEADER_MAX = 500
/** Before this nobody had mail. */
const EARLIEST = Date.UTC(1960, 0, 1)

/** @param header of Date, or what stands behind the `;` of Received @returns ms since 1970, or null */
export function sentAt(header: string | undefined): number | null {
  const bare = withoutComments((header ?? '').slice(0, HEADER_MAX))
    .replace(/\s*:\s*/g, ':')
    .replace(/(\b\d{4} \d{1,2})\.(\d\d)\.(\d\d\b)/, '$1:$2:$3')
    // Programs that the year 2000 took by surprise counted on from 1900.
    .replace(/(?<=[a-z]{3} )1\d\d(?= \d{1,2}:)/i, (years) => String(1900 + Number(years)))
    .replace(/\s+/g, ' ')
    .trim()
  const time = readDate(bare)
  if (time !== null) return time
  // Feeds know no day before 1970; mail does.
  const early = /\b19[67]\d\b/.test(bare) ? Date.parse(bare) : NaN
  return early >= EARLIEST && early < 0 ? early : null
}

/** RFC 5322 lets comments stand anywhere, also in one another. */
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
