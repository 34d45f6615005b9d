import { APIError } from 'better-auth/api'
import { Refusal } from '../http/refusal.ts'

/** Sign-in errors are plain JSON, with the catalogue's code. @throws APIError for a Refusal, else the original error */
export function asSignInError(thrown: unknown): never {
  if (!(thrown instanceof Refusal)) throw thrown
  const { code, message, reason } = thrown.body
  throw new APIError('BAD_REQUEST', { code: code as unknown as string, message: reason ?? message })
}
