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
  /**
   * To send it twice has the effect of sending it once, because the service knows it again: by a key (`Idempotency-Key`,
   * `Zotero-Write-Token`), by its content (Readwise: the address), or because it changes nothing there. Absent: true of `GET`,
   * `PUT` and `DELETE`, whose meaning that is (RFC 9110). What a rule does by a plugin is tried again only where no other
   * request may have arrived.
   */
  readonly idempotent?: boolean
}
