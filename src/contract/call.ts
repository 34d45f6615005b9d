import type { z } from 'zod'
import type { ErrorKey } from './errors.ts'

/** What the server and the OpenAPI document know of a call. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Answered without a session. */
  readonly open?: boolean
  /** The body is a multipart form with a `file`, or the file's bytes alone; JSON when absent. */
  readonly body?: 'file'
  /**
   * A read that does more than read: it fetches, sends, asks the language model or writes. A browser may be led to a GET by
   * a link or a picture, so it is answered to scripts of our own page and to programs alone.
   */
  readonly effects?: boolean
  /** Older clients ask for it by GET: it is answered so too. */
  readonly alsoGet?: boolean
  /** How a body that is no object is refused, if not as an invalid parameter. */
  readonly notAnObject?: ErrorKey
  /** Sent piece by piece: the handler gives an async iterable of texts. */
  readonly stream?: true
  /**
   * Which of the user's other devices hear of a write: by its name when absent; `input`: with what it was called with,
   * which holds no secret and saves them a request; false: it changes nothing that another device shows.
   */
  readonly broadcast?: 'input' | false
  /** Content type of an answer that is not JSON. */
  readonly answers?: string
}
