/** Exit codes and errors of a command. */
import { asApiError } from '../api/types.ts'

export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command was written wrongly. */
export class UsageError extends Error {}
/** No server, or something else, responded. */
export class UnreachableError extends Error {}
/** The command was valid but not carried out. */
export class RefusedError extends Error {}

type Failure = { readonly code: ExitCode; readonly message: string }

/** @throws an unexpected error: a bug */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof UsageError) return { code: exitCodes.usage, message: thrown.message }
  if (thrown instanceof RefusedError) return { code: exitCodes.refused, message: thrown.message }
  if (thrown instanceof UnreachableError) return { code: exitCodes.unreachable, message: thrown.message }
  const failure = asApiError(thrown)
  if (!failure) throw thrown
  if (failure.kind === 'unreachable')
    return { code: exitCodes.unreachable, message: 'The server cannot be reached.' }
  if (failure.kind === 'failed')
    return {
      code: exitCodes.unreachable,
      message: `The server answered with status ${failure.status} and not as Lectern does.`,
    }
  if (failure.status === 401)
    return { code: exitCodes.refused, message: 'The token is not valid, or was deleted: sign in again.' }
  return { code: exitCodes.refused, message: failure.reason ?? failure.message }
}
