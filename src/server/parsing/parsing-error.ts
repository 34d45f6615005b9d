import type { ErrorKey } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Why a document could not be parsed: it took too long, needed too much memory, made its parser throw, or waited too
 * long in the queue.
 */
export type ParsingFailure = 'time' | 'memory' | 'broken' | 'busy'

export class ParsingError extends Error {
  readonly failure: ParsingFailure
  constructor(failure: ParsingFailure, message: string = failure) {
    super(message)
    this.failure = failure
  }
}

/** For `catch`: converts a ParsingError to an error of the catalogue, its message as the reason. */
export const refuseWith =
  (key: ErrorKey) =>
  (error: unknown): never => {
    throw error instanceof ParsingError ? new Refusal(key, error.message) : error
  }
