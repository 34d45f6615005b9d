import { asApiError } from '../../../model/api-errors.ts'

/** The proof that the server requires for a call; `isWrong` when the last one was rejected. */
export type ProofNeed = {
  readonly kind: 'password' | 'code' | 'signIn'
  readonly isWrong: boolean
}

/** @returns null for a failure that no proof mends */
export function proofNeedOf(failure: unknown): ProofNeed | null {
  const known = asApiError(failure)
  // Calls of better-auth that carry the password themselves refuse a wrong one in its words.
  if (known?.kind === 'failed' && /^invalid password/i.test(known.message ?? ''))
    return { kind: 'password', isWrong: true }
  if (known?.kind !== 'refused') return null
  switch (known.key) {
    case 'passwordRequired':
      return { kind: 'password', isWrong: false }
    case 'invalidPassword':
      return { kind: 'password', isWrong: true }
    case 'twoFactorCodeRequired':
      return { kind: 'code', isWrong: false }
    case 'invalidTwoFactorCode':
      return { kind: 'code', isWrong: true }
    case 'recentSignInRequired':
      return { kind: 'signIn', isWrong: false }
    default:
      return null
  }
}
