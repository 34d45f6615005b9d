import { errorCatalogue, type ErrorBody, type ErrorKey } from '../../contract/errors.ts'

/**
 * A refusal of the catalogue, thrown by any handler; the dispatcher turns it into status and body. `reason` is a
 * message about this request.
 */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly reason: string | undefined
  readonly data: ErrorBody['data']
  /** @param data where a query cannot be read */
  constructor(key: ErrorKey, reason?: string, data?: ErrorBody['data']) {
    super(errorCatalogue[key][2])
    this.key = key
    this.reason = reason
    this.data = data
  }
  get status(): number {
    return errorCatalogue[this.key][1]
  }
  get body(): ErrorBody {
    const [code, , message] = errorCatalogue[this.key]
    return {
      code,
      message,
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.data && { data: this.data }),
    }
  }
}

/** One content type that both kinds of client read as an error (wire-contract 1.4). */
export const ERROR_CONTENT_TYPE = 'text/plain; charset=utf-8; profile="application/json"'
