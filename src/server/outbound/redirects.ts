/** Which parts of a request follow a redirect (RFC 9110 15.4, Fetch "HTTP-redirect fetch"). */
import { failure, type Failure } from './failure.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request of a chain of redirects. */
export type HopRequest = {
  readonly url: URL
  readonly method: Method
  /** The caller's headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Headers that cannot identify the caller. Any other header may be a credential or a signature, so it is sent only to the
 * origin that the caller named.
 */
const CROSS_ORIGIN_HEADERS = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'if-modified-since',
  'if-none-match',
  'pragma',
  'range',
  'user-agent',
])
/** Headers that describe the body; dropped together with it. */
const BODY_HEADERS = /^content-/

/**
 * Where a response redirects to; null when it does not.
 * @param location as undici reads it, one character for each byte: bytes beyond ASCII are meant as they are
 */
export function redirectTarget(status: number, location: string | undefined, from: URL): URL | null {
  if (!REDIRECTS.includes(status) || !location) return null
  const encoded = location.replace(
    /[\u0080-\u00ff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return URL.parse(encoded, from.href)
}

/**
 * The request that follows a redirect. Another scheme, host or port is another origin: headers that may hold a secret are
 * dropped for the rest of the chain, and a request that is more than a GET is refused.
 */
export function redirectedRequest(request: HopRequest, status: number, url: URL): HopRequest | Failure {
  const isCrossOrigin = url.origin !== request.url.origin
  const becomesGet = becomesGetRequest(request.method, status)
  if (isCrossOrigin && !becomesGet && request.method !== 'GET') {
    return failure(
      'redirects',
      `${request.url.host} redirects to ${url.host}, which must not get what was sent to ${request.url.host}`,
    )
  }
  const headers = Object.entries(request.headers).filter(([key]) => {
    const name = key.toLowerCase()
    return (!isCrossOrigin || CROSS_ORIGIN_HEADERS.has(name)) && !(becomesGet && BODY_HEADERS.test(name))
  })
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? null : request.body,
  }
}

function becomesGetRequest(method: Method, status: number): boolean {
  if (method === 'GET') return false
  return status === 303 || (method === 'POST' && (status === 301 || status === 302))
}
