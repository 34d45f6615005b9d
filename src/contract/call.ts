import type { z } from 'zod'
import type { ErrorKey } from './errors.ts'

/** What the server and the OpenAPI document know of a call. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Needs no session. */
  readonly open?: boolean
  /** For administrators alone: others are refused before the input is read. */
  readonly admin?: true
  /**
   * `file`: the body is a multipart form with a `file`, or the file's bytes alone; `stream`: it is the file's bytes, which the
   * handler reads as they arrive, and the other fields are in the query. JSON when absent.
   */
  readonly body?: 'file' | 'stream'
  /**
   * A read with side effects: it fetches, sends, uses the language model or writes. A link or a picture can make a browser
   * send a GET, so only scripts of our own page and programs get a response.
   */
  readonly effects?: boolean
  /** Older clients send it as GET, which is accepted too. */
  readonly alsoGet?: boolean
  /** How a body that is no object is refused, if not as an invalid parameter. */
  readonly notAnObject?: ErrorKey
  /** Streamed: the handler returns an async iterable of texts. */
  readonly stream?: true
  /**
   * What the user's other devices receive of a write. Absent: its name; `input`: also its input, which holds no secret
   * and saves them a request; false: nothing, because no other device shows the change.
   */
  readonly broadcast?: 'input' | false
  /** Content type of a response that is not JSON. */
  readonly answers?: string
}
