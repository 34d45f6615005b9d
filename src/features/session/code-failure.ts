import { asApiError } from '../../model/api-errors.ts'
import { sessionFailure, type SessionFailure } from './session-failure.ts'

/** The sentence of `app:session.error` for a second factor that was not accepted. */
export function codeFailure(error: unknown): SessionFailure {
  const failure = sessionFailure(error)
  const known = asApiError(error)
  if (known === null || known.kind === 'unreachable' || failure.key === 'rateLimited') return failure
  const message = known.message ?? ''
  // Ten minutes after the password the sign-in has to begin again.
  if (/cookie/i.test(message)) return { key: 'codeExpired', reason: '' }
  if (known.status === 401 || known.status === 400 || /invalid.*code/i.test(message))
    return { key: 'wrongCode', reason: '' }
  return failure
}
