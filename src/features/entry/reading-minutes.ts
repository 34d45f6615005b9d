import { textOfHtml } from '../../contract/query/fold-text.ts'
import { readingSeconds } from '../../contract/query/reading-time.ts'

/** Minutes, rounded; 0 for very short texts. */
export const readingMinutes = (html: string | null): number =>
  html ? Math.round(readingSeconds(textOfHtml(html)) / 60) : 0
