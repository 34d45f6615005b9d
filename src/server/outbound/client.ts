/** The one HTTP client of the server. Every outgoing request passes its guard, on every hop. */
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { numericAddress } from './address.ts'
import { readAllowance } from './allowance.ts'
import { failure, failureOf, FailureError, isFailure, type Failure } from './failure.ts'
import { createGuard, portOf, systemResolve, type Guard, type Resolve } from './guard.ts'
import { ACCEPTED, inflated, tooLarge } from './inflate.ts'
import { createQueues } from './queues.ts'
import { hasTwoReadings } from './two-readings.ts'

export type Answer = {
  readonly ok: true
  /** Where the body came from, after all redirects. */
  readonly url: string
  /** Where the address moved for good: the end of the unbroken chain of 301 and 308 from the start; null when there is none. */
  readonly movedTo: string | null
  readonly status: number
  /** Names in lower case; of several values the first. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Bytes that came over the wire. */
  readonly wireBytes: number
}

export type Ask = {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: string
  readonly signal?: AbortSignal
}

export type Outbound = {
  readonly ask: (url: string, ask?: Ask) => Promise<Answer | Failure>
  /** null when the guard would let a request to this address go. @param addresses what its name resolves to, if known */
  readonly refusal: (url: string, addresses?: readonly string[]) => Promise<Failure | null>
  /** Ends what runs and takes nothing new. */
  readonly close: () => Promise<void>
}

export type Limits = {
  /** Bytes on the wire, and after unpacking. */
  readonly encoded: number
  readonly decoded: number
  /** Milliseconds for all hops together, waiting in line not counted. */
  readonly time: number
  readonly redirects: number
}
const LIMITS: Limits = { encoded: 16_000_000, decoded: 32_000_000, time: 30_000, redirects: 5 }

type Hop = { readonly status: number; readonly headers: Record<string, string>; readonly bytes: Buffer }

/**
 * @param options.allow FETCH_ALLOW, split
 * @param options.userAgent who we are and where to complain
 */
export function createOutbound(options: {
  readonly allow: readonly string[]
  readonly userAgent: string
  readonly resolve?: Resolve
  readonly limits?: Partial<Limits>
}): Outbound {
  const limits = { ...LIMITS, ...options.limits }
  const guard = createGuard(readAllowance(options.allow), options.resolve ?? systemResolve)
  const agent = new Agent({
    connections: 2,
    allowH2: false,
    connect: guardedConnect(guard),
    headersTimeout: limits.time,
    bodyTimeout: limits.time,
    maxResponseSize: limits.encoded,
  })
  const queues = createQueues(2, 64)
  const closed = new AbortController()

  const ask = async (address: string, asked: Ask = {}): Promise<Answer | Failure> => {
    const start = parsed(address)
    if (isFailure(start)) return start
    let url = start
    let movedTo: string | null = null
    let permanent = true
    let left = limits.time
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      const refused = guard.spelling(url)
      if (refused) return refused
      const { hop, spent } = await queues(url.origin, () => timed(() => oneHop(url, asked, start, left)))
      if (isFailure(hop)) return hop
      const target = redirectTarget(hop, url)
      if (!target) return finished(hop, url, movedTo)
      permanent &&= hop.status === 301 || hop.status === 308
      if (permanent) movedTo = withoutFragment(target)
      left = Math.max(1, Math.ceil(left - spent))
      url = target
    }
    return failure('redirects', `The address was redirected more than ${limits.redirects} times`)
  }

  const oneHop = async (url: URL, asked: Ask, start: URL, time: number): Promise<Hop | Failure> => {
    const signals = [AbortSignal.timeout(time), closed.signal, ...(asked.signal ? [asked.signal] : [])]
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: asked.method ?? 'GET',
        headers: requestHeaders(url, start, options.userAgent, asked.headers),
        body: asked.body ?? null,
        signal: AbortSignal.any(signals),
      })
      const headers = flat(answer.headers)
      const bytes = await collected(answer, limits.encoded)
      return isFailure(bytes) ? bytes : { status: answer.statusCode, headers, bytes }
    } catch (error) {
      if (closed.signal.aborted) return failure('stopped', 'The server is stopping')
      return failureOf(error, url.hostname)
    }
  }

  const finished = async (hop: Hop, url: URL, movedTo: string | null): Promise<Answer | Failure> => {
    const bytes = await inflated(hop.bytes, hop.headers['content-encoding'] ?? '', limits.decoded)
    if (isFailure(bytes)) return bytes
    const { status, headers } = hop
    return {
      ok: true,
      url: withoutFragment(url),
      movedTo,
      status,
      headers,
      bytes,
      wireBytes: hop.bytes.length,
    }
  }

  return {
    ask,
    async refusal(address, addresses) {
      const url = parsed(address)
      return isFailure(url) ? url : guard.whole(url, addresses)
    },
    async close() {
      closed.abort()
      await agent.destroy()
    },
  }
}

/** Literal addresses never reach a lookup, so they are judged here once more; names are judged by what they resolve to. */
function guardedConnect(guard: Guard): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (port: number) => {
    const known = connectors.get(port)
    if (known) return known
    const made = buildConnector({ allowH2: false, timeout: 10_000, lookup: guard.lookup(port) })
    connectors.set(port, made)
    return made
  }
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`)
    const refused = numericAddress(url.hostname) ? guard.spelling(url) : null
    if (refused) return callback(new FailureError(refused), null)
    return connectorOf(portOf(url))(options, callback)
  }
}

function parsed(address: string): URL | Failure {
  if (hasTwoReadings(address)) return failure('refused', 'This address could be read in more than one way')
  return URL.parse(address.trim()) ?? failure('address', 'This is not a web address')
}

function withoutFragment(url: URL): string {
  const bare = new URL(url.href)
  bare.hash = ''
  return bare.href
}

function redirectTarget(hop: Hop, from: URL): URL | null {
  const location = hop.headers['location']
  if (![301, 302, 303, 307, 308].includes(hop.status) || !location) return null
  return URL.parse(location, from.href)
}

/** No cookies and no referrer, ever; sign-in details from the address go to their own origin only. */
function requestHeaders(
  url: URL,
  start: URL,
  userAgent: string,
  extra: Ask['headers'],
): Record<string, string> {
  const signIn = url.username || url.password ? `${decoded(url.username)}:${decoded(url.password)}` : null
  return {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': ACCEPTED,
    ...(url.origin === start.origin ? extra : withoutSecrets(extra)),
    ...(signIn ? { authorization: `Basic ${Buffer.from(signIn).toString('base64')}` } : {}),
  }
}

function withoutSecrets(headers: Ask['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => !/^(authorization|cookie|if-none-match)$/i.test(name)),
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function collected(answer: Dispatcher.ResponseData, max: number): Promise<Buffer | Failure> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max) return tooLarge(max)
      chunks.push(chunk)
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(max)
    throw error
  }
  return Buffer.concat(chunks)
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const first = Array.isArray(value) ? value[0] : value
    return first === undefined ? [] : [[name.toLowerCase(), first]]
  })
  return Object.fromEntries(pairs)
}

async function timed<T>(work: () => Promise<T>): Promise<{ hop: T; spent: number }> {
  const began = performance.now()
  const hop = await work()
  return { hop, spent: performance.now() - began }
}
