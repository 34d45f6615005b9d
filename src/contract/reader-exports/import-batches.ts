/** Splits entries into requests that the server takes. */
import { utf8Length } from './utf8-length.ts'

/** Entries per request. */
export const MAX_IMPORTED_ENTRIES = 100
/** UTF-8 bytes of JSON; the server reads 1 MiB. */
const BYTES = 950_000

export function importBatches<Entry>(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = []
  let bytes = Infinity
  for (const entry of entries) {
    const size = utf8Length(JSON.stringify(entry))
    const batch = batches.at(-1)
    if (!batch || batch.length >= MAX_IMPORTED_ENTRIES || bytes + size > BYTES) {
      batches.push([entry])
      bytes = size
    } else {
      batch.push(entry)
      bytes += size
    }
  }
  return batches
}
