import type { ErrorKey } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Why a document was given up: it took too long, needed too much memory, made its parser throw, or waited too long for its
 * turn because others were being parsed.
 */
export type ParsingFailure = 'time' | 'memory' | 'broken' | 'busy'

export class ParsingError extends Error {
  readonly failure: ParsingFailure
  constructor(failure: ParsingFailure, message: string = failure) {
    super(message)
    this.failure = failure
  }
}

/** For `catch`: turns a document that was given up into an error of the catalogue, its message as the reason. */
export const refuseWith =
  (key: ErrorKey) =>
  (error: unknown): never => {
    throw error instanceof ParsingError ? new Refusal(key, error.message) : error
  }
