import { asApiError } from '../../model/api-errors.ts'

/** The message key of `app:session.error` for a failure, with the server's reason where the key is vague. */
export type SessionFailure = {
  readonly key: string
  readonly reason: string
  /** The refusal is about this field and is shown there. */
  readonly field?: 'invitation'
}

export function sessionFailure(error: unknown): SessionFailure {
  const apiError = asApiError(error)
  if (apiError === null) return { key: 'other', reason: error instanceof Error ? error.message : '' }
  if (apiError.kind === 'unreachable') return { key: 'unreachable', reason: '' }
  if (apiError.status === 429) return { key: 'rateLimited', reason: '' }
  const reason = apiError.message ?? ''
  if (apiError.kind === 'refused' && apiError.key === 'invalidInvitation')
    return { key: 'signupClosed', reason, field: 'invitation' }
  if (apiError.kind === 'refused' && apiError.key === 'noPermission') return { key: 'signupClosed', reason }
  if (apiError.kind === 'refused' && apiError.key === 'captchaFailed') return { key: 'captcha', reason: '' }
  if (reason.startsWith('No account could be made')) return { key: 'emailInUse', reason }
  if (apiError.status === 401) return { key: 'wrongPassword', reason }
  return { key: 'other', reason }
}

/** The account opens with the link of an e-mail that was sent (1006). */
export function isUnconfirmed(error: unknown): boolean {
  const apiError = asApiError(error)
  return apiError?.kind === 'refused' && apiError.key === 'emailNotVerified'
}

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
