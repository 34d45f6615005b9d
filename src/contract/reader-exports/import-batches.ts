/** Splits entries into requests that the server accepts. */
import { utf8Length } from './utf8-length.ts'

/** Entries per request. */
export const MAX_IMPORTED_ENTRIES = 100
/** Labels of one entry, and its highlights. */
export const MAX_IMPORTED_LABELS = 100
export const MAX_IMPORTED_HIGHLIGHTS = 1000
/** Labels and highlights of all entries of a request. */
export const MAX_IMPORTED_MARKS = MAX_IMPORTED_LABELS + MAX_IMPORTED_HIGHLIGHTS
/** UTF-8 bytes of JSON; the server reads 1 MiB. */
const BYTES = 950_000

type Marked = { readonly labels: readonly unknown[]; readonly highlights: readonly unknown[] }
export const marksOf = ({ labels, highlights }: Marked): number => labels.length + highlights.length

export function importBatches<Entry extends Marked>(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = []
  let bytes = Infinity
  let marks = 0
  for (const entry of entries) {
    const size = utf8Length(JSON.stringify(entry))
    const batch = batches.at(-1)
    const isFull = !batch || batch.length >= MAX_IMPORTED_ENTRIES
    if (isFull || bytes + size > BYTES || marks + marksOf(entry) > MAX_IMPORTED_MARKS) {
      batches.push([entry])
      bytes = size
      marks = marksOf(entry)
    } else {
      batch.push(entry)
      bytes += size
      marks += marksOf(entry)
    }
  }
  return batches
}
