import { readFault } from '../../../contract/fetch-faults.ts'
import { readFetchProblem } from '../../../contract/fetch-problems.ts'
import { readPageProblem } from '../../../contract/page-problems.ts'

/** The part of i18next's translate function that is used. */
export type Translate = (key: string, values: Record<string, unknown>) => string

/** Where each kind of message of the server is translated, in errors.json. */
const kinds = { page: readPageProblem, fetch: readFetchProblem, fault: readFault }

/** Why a fetch failed: the server's message, in the reader's language where it is one that the reader knows. */
export function fetchMessage(message: string, translate: Translate): string {
  for (const [kind, read] of Object.entries(kinds)) {
    const found = read(message)
    // The message itself stands until the translations are loaded.
    if (found) return translate(`errors:${kind}.${found.key}`, { ...found.values, defaultValue: message })
  }
  return message
}
