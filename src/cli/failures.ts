/** What a command ends with. */
import type { ApiError } from '../api/types.ts'

export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command was written wrongly. */
export class UsageError extends Error {}
/** The command was understood and not carried out. */
export class RefusedError extends Error {}

type Failure = { readonly code: ExitCode; readonly message: string }

/** @throws what is none of the expected errors: it is a bug */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof UsageError) return { code: exitCodes.usage, message: thrown.message }
  if (thrown instanceof RefusedError) return { code: exitCodes.refused, message: thrown.message }
  if (!isApiError(thrown)) throw thrown
  if (thrown.kind === 'unreachable')
    return { code: exitCodes.unreachable, message: 'The server cannot be reached.' }
  if (thrown.kind === 'failed')
    return {
      code: exitCodes.unreachable,
      message: `The server answered with status ${thrown.status} and not as Lectern does.`,
    }
  if (thrown.status === 401)
    return { code: exitCodes.refused, message: 'The token is not valid, or was deleted: sign in again.' }
  return { code: exitCodes.refused, message: thrown.reason ?? thrown.message }
}

const isApiError = (thrown: unknown): thrown is ApiError =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'kind' in thrown &&
  ['unreachable', 'failed', 'refused'].includes(String(thrown.kind))
