import { APIError } from 'better-auth/api'
import { Refusal } from '../http/refusal.ts'

/** The sign-in calls speak plain JSON, with the catalogue's code all the same. @throws APIError for a Refusal, else what was thrown */
export function asSignInError(thrown: unknown): never {
  if (!(thrown instanceof Refusal)) throw thrown
  const { code, message, reason } = thrown.body
  throw new APIError('BAD_REQUEST', { code: code as unknown as string, message: reason ?? message })
}
