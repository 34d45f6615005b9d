/** Requests of the server half to outside services, and their responses. */

/** An HTTP response. The body is text, at most 1 MB. */
export type OutboundResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** @throws SyntaxError when the text is no JSON */
  json(): unknown
}

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
