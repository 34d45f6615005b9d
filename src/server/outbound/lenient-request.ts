/**
 * Reads a response that undici refuses in its headers: a length beside chunks, a character that no header
 * may have, a line that ends too early. Node's own client can read these. Each connection is used once, so that data after
 * the response is never taken for another one.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Bytes of all headers; four times undici's limit. */
const MAX_HEADERS = 65_536

export type LenientRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The guard's lookup: no other address is connected to. */
  readonly lookup: LookupFunction
  /** ms until the first byte, and between two reads */
  readonly silence: number
  readonly acceptsAnyCertificate: boolean
  readonly signal: AbortSignal
}

/** Whether undici could not read the headers. */
export const areHeadersRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'HTTPParserError' || ('code' in error && REFUSED.has(String(error.code))))
const REFUSED = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/** A GET, which can be repeated. */
export function lenientRequest(options: LenientRequest): Promise<IncomingMessage> {
  const { url, headers, lookup, silence, acceptsAnyCertificate, signal } = options
  const isSecure = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (isSecure ? requestHttps : requestHttp)(
    url,
    {
      agent: false,
      headers,
      insecureHTTPParser: true,
      lookup,
      maxHeaderSize: MAX_HEADERS,
      signal,
      ...(acceptsAnyCertificate && { rejectUnauthorized: false }),
    },
    resolve,
  )
  request.setTimeout(silence, () => request.destroy(new DOMException('The time is over', 'TimeoutError')))
  request.on('error', reject)
  request.end()
  return promise
}
