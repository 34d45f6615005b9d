/** Requests of the server half to outside services, and their responses. */

/** An HTTP response. */
export type OutboundResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, at most 1 MB of it. */
  readonly text: string
  /** The whole body. */
  readonly bytes: Uint8Array
  /** @throws SyntaxError when the text is no JSON */
  json(): unknown
}

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
