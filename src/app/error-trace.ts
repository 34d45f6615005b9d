import { asApiError } from '../api/index.ts'
import { randomId } from '../core/random-id.ts'

/**
 * The id under which an error is reported: the server's, where a call failed there and is in its log, else a new one.
 * Source of the server's: `trace ID` in the reason of the refusal 1005.
 */
export function errorTraceOf(error: unknown): string {
  const apiError = asApiError(error)
  const reason = apiError?.kind === 'refused' ? (apiError.reason ?? '') : ''
  return /^trace ([\da-f-]{36})$/.exec(reason)?.[1] ?? randomId()
}
