import { errorCatalogue, type ErrorBody, type ErrorKey } from '../../contract/errors.ts'

/**
 * A refusal of the catalogue, thrown by any handler; the dispatcher turns it into status and body. `reason` is a
 * message about this request.
 */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly reason: string | undefined
  readonly data: ErrorBody['data']
  private readonly retryAfter: number
  /** @param data where a query cannot be read @param retryAfter seconds, of a refusal with status 429 */
  constructor(key: ErrorKey, reason?: string, data?: ErrorBody['data'], retryAfter = 1) {
    super(errorCatalogue[key][2])
    this.key = key
    this.reason = reason
    this.data = data
    this.retryAfter = retryAfter
  }
  get status(): number {
    return errorCatalogue[this.key][1]
  }
  /** Of the response: when to try again (RFC 6585, 4). */
  get headers(): Readonly<Record<string, string>> {
    return this.status === 429 ? { 'retry-after': String(this.retryAfter) } : {}
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
