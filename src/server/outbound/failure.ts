/** Why a request got no response: a plain record with a message for users. */
export type FailureKind =
  | 'address'
  | 'refused'
  | 'dns'
  | 'timeout'
  | 'size'
  | 'redirects'
  | 'tls'
  | 'connection'
  | 'encoding'
  /** The site is backing off; no request was sent. */
  | 'waiting'
  | 'stopped'

export type Failure = {
  readonly ok: false
  readonly kind: FailureKind
  readonly message: string
  /** For `waiting`: earliest time of the next request, ms since 1970. */
  readonly until?: number
  /** The request may have reached the site and taken effect. Absent: it was certainly not sent. */
  readonly mayHaveArrived?: true
}

export const failure = (kind: FailureKind, message: string): Failure => ({ ok: false, kind, message })

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false

/** Carries a failure through libraries that report errors by throwing. */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failed: Failure) {
    super(failed.message)
    this.failure = failed
  }
}

const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The site refused the connection',
  ECONNRESET: 'The site closed the connection before it responded',
  EPIPE: 'The site closed the connection before it responded',
  UND_ERR_SOCKET: 'The site closed the connection before it responded',
  EHOSTUNREACH: 'This server has no network route to the site (host unreachable)',
  ENETUNREACH: 'This server has no network route to the site (network unreachable)',
  EADDRNOTAVAIL: 'This server has no network route to the site (address not available)',
}
const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'EAI_FAIL', 'ETIMEOUT'])
const TIMEOUT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const TLS = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/
/** Why a secure connection failed, by Node's codes; OpenSSL's own messages do not help users. */
const TLS_REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID/, 'its certificate is not valid yet'],
  [/^CERT_REVOKED/, 'its certificate was revoked'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate belongs to another name'],
  [/^(SELF_SIGNED|DEPTH_ZERO)/, 'its certificate is signed by itself'],
  [/^(UNABLE_TO|CERT_)/, 'its certificate is signed by nobody whom this server trusts'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL/, 'there is no https at this address'],
  [/./, 'the two found no way to encrypt'],
]
/** Some errors only have OpenSSL's message as their reason. */
const OPENSSL = /:SSL routines:[^:]*:([^:]*)/

/** Maps an error of undici, net, tls or dns to a failure. */
export function failureOf(error: unknown, host: string): Failure {
  const causes = chain(error)
  const carried = causes.find((cause) => cause instanceof FailureError)
  if (carried instanceof FailureError) return carried.failure
  const codes = causes
    .map((cause) => (cause as { code?: unknown }).code)
    .filter((code) => typeof code === 'string')
  const names = causes.map((cause) => cause.name)
  if (names.includes('TimeoutError') || codes.some((code) => TIMEOUT.has(code)))
    return failure('timeout', `${host} did not respond in time`)
  if (codes.some((code) => DNS.has(code))) return failure('dns', `The domain ${host} was not found (DNS)`)
  const words = causes.map(({ message }) => OPENSSL.exec(message)?.[1]).find(Boolean)
  const tls = codes.find((code) => TLS.test(code)) ?? words
  if (tls) return failure('tls', `The secure connection to ${host} failed: ${tlsReason(words ?? tls)}`)
  const message = codes.map((code) => CONNECTION[code]).find(Boolean)
  if (message) return failure('connection', message)
  // undici has no code for it, Node has one.
  if (names.includes('HTTPParserError') || codes.some((code) => code.startsWith('HPE_')))
    return failure('connection', `${host} sent an invalid HTTP response`)
  if (codes.includes('UND_ERR_ABORTED') || names.includes('AbortError'))
    return failure('stopped', 'The request was cancelled')
  return failure('connection', causes.at(-1)?.message ?? 'The request failed')
}

/** Codes of a connection that was never made. */
const UNCONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Kinds of failures before a request is sent. */
const UNSENT = new Set<FailureKind>(['address', 'refused', 'dns', 'tls', 'waiting'])

/** As {@link failureOf}, for a request: with whether it may have arrived. */
export function requestFailureOf(error: unknown, host: string): Failure {
  const failed = failureOf(error, host)
  const isUnconnected = chain(error).some((cause) =>
    UNCONNECTED.has(String((cause as { code?: unknown }).code)),
  )
  return UNSENT.has(failed.kind) || isUnconnected ? failed : { ...failed, mayHaveArrived: true }
}

function tlsReason(code: string): string {
  const name = code.toUpperCase().replaceAll(' ', '_')
  return TLS_REASONS.find(([codes]) => codes.test(name))?.[1] ?? ''
}

/** As {@link failureOf}, for a response that had begun. */
export function brokenOff(error: unknown, host: string): Failure {
  const { kind, ...rest } = failureOf(error, host)
  return kind === 'connection'
    ? failure(kind, 'The site broke off its answer before the end')
    : { kind, ...rest }
}

/** An error with all its causes; of an AggregateError (several addresses tried) the first error. */
function chain(error: unknown): Error[] {
  const list: Error[] = []
  let at = error
  while (at instanceof Error && list.length < 8) {
    list.push(at)
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause
  }
  return list
}
