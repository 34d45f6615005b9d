import { readPageProblem } from '../../contract/page-problems.ts'
import { readFault } from '../../contract/fetch-faults.ts'
import { readFetchProblem } from '../../contract/fetch-problems.ts'

/** The part of i18next's translate function that is used. */
export type Translate = (key: string, values: Record<string, unknown>) => string

/** Why a fetch failed: the server's message, in the reader's language where it is one of contract/fetch-problems, fetch-faults or page-problems. */
export function fetchMessage(message: string, translate: Translate): string {
  const page = readPageProblem(message)
  if (page) return translate(`errors:page.${page.key}`, { selector: page.selector, defaultValue: message })
  const problem = readFetchProblem(message)
  const fault = problem ? null : readFault(message)
  if (fault) return translate(`errors:fault.${fault.key}`, { ...fault.values, defaultValue: message })
  if (!problem) return message
  return translate(`errors:fetch.${problem.key}`, {
    service: problem.service,
    status: problem.status,
    // Until the translations are loaded.
    defaultValue: message,
  })
}
