import { asApiError } from '../../model/index.ts'

/** The message key of `app:session.error` for a failure, with the server's reason where the key is vague. */
export type SessionFailure = { readonly key: string; readonly reason: string }

export function sessionFailure(error: unknown): SessionFailure {
  const known = asApiError(error)
  if (known === null) return { key: 'other', reason: error instanceof Error ? error.message : '' }
  if (known.kind === 'unreachable') return { key: 'unreachable', reason: '' }
  if (known.status === 429) return { key: 'rateLimited', reason: '' }
  const reason = known.message ?? ''
  if (known.kind === 'refused' && (known.key === 'invalidInvitation' || known.key === 'noPermission'))
    return { key: 'signupClosed', reason }
  if (reason.startsWith('No account could be made')) return { key: 'emailInUse', reason }
  if (known.status === 401) return { key: 'wrongPassword', reason }
  return { key: 'other', reason }
}
