import { asApiError } from '../../api/index.ts'

/** Whether a call failed because the server could not be reached: something before it may have responded in its place. */
export function isUnreachable(error: unknown): boolean {
  const failure = asApiError(error)
  if (failure?.kind === 'unreachable') return true
  return failure?.kind === 'failed' && [502, 503, 504].includes(failure.status)
}
