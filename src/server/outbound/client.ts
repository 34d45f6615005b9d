/** The one HTTP client of the server. Every outgoing request passes its guard, on every hop. */
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { numericAddress } from './address.ts'
import { readAllowance } from './allowance.ts'
import { failure, failureOf, FailureError, isFailure, type Failure } from './failure.ts'
import { createGuard, portOf, systemResolve, type Guard, type Resolve } from './guard.ts'
import { ACCEPTED, inflated, tooLarge } from './inflate.ts'
import { createQueues, type Slot } from './queues.ts'
import { redirectedRequest, redirectTarget, REDIRECTS, type HopRequest, type Method } from './redirects.ts'
import { siteOf } from './site.ts'
import { hasTwoReadings } from './two-readings.ts'

export type OutboundResponse = {
  readonly ok: true
  /** Where the body came from, after all redirects. */
  readonly url: string
  /** Where the address moved for good: the end of the unbroken chain of 301 and 308 from the start; null when there is none. */
  readonly movedTo: string | null
  /** A 301 or 302 turned a request with a body into a GET: what was sent has reached the first address at most. */
  readonly bodyDropped: boolean
  readonly status: number
  /** Names in lower case; of several values the first, but all links. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Bytes that came over the wire. */
  readonly wireBytes: number
}

export type OutboundRequest = {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: Method
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Asked of every address of a chain of redirects, beside the guard. @returns false for one that must not be reached */
  readonly allows?: (url: URL) => boolean
  /** Among requests that wait for the same site the higher goes first; 0 when absent. */
  readonly urgency?: number
}

/** What sites have asked for: told of every answer, asked before every request leaves the line. */
export type Timeouts = {
  /** @returns a failure of kind `waiting` while a site wants to be left alone */
  readonly refusal: (site: string) => Failure | null
  readonly heard: (site: string, status: number, headers: Readonly<Record<string, string>>) => void
}

export type Outbound = {
  readonly ask: (url: string, ask?: OutboundRequest) => Promise<OutboundResponse | Failure>
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
  /** Milliseconds for the first byte, and between one and the next. */
  readonly silence: number
  /** Bytes a second, on average; what drips more slowly is left after `silence`. */
  readonly rate: number
  readonly redirects: number
}
const LIMITS: Limits = {
  encoded: 16_000_000,
  decoded: 32_000_000,
  time: 30_000,
  silence: 15_000,
  rate: 1_000,
  redirects: 5,
}
/** Nobody reads the page that comes with a redirect. */
const REDIRECT_BODY = 65_536

type Hop = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly bytes: Buffer
  readonly wireBytes: number
}

/**
 * @param options.allow FETCH_ALLOW, split
 * @param options.userAgent who we are and where to complain
 */
export function createOutbound(options: {
  readonly allow: readonly string[]
  readonly userAgent: string
  readonly resolve?: Resolve
  readonly limits?: Partial<Limits>
  readonly patience?: Timeouts
  /** Keeps to a site's two places over all processes; within this one they are kept anyway. */
  readonly turn?: Slot
}): Outbound {
  const limits = { ...LIMITS, ...options.limits }
  const guard = createGuard(readAllowance(options.allow), options.resolve ?? systemResolve)
  let agent: Promise<Agent> | null = null
  const queues = createQueues(2, 64, options.turn)
  /** Of requests that run. */
  const running = new Set<AbortController>()
  let isClosed = false

  const ask = async (address: string, asked: OutboundRequest = {}): Promise<OutboundResponse | Failure> => {
    const start = parsed(address)
    if (isFailure(start)) return start
    let request: HopRequest = {
      url: start,
      method: asked.method ?? 'GET',
      headers: asked.headers ?? {},
      body: asked.body ?? null,
    }
    let movedTo: string | null = null
    let permanent = true
    let bodyDropped = false
    let left = limits.time
    const seen = new Set([identityOf(request)])
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      const { url } = request
      const refused = guard.spelling(url)
      if (refused) return refused
      if (asked.allows?.(url) === false)
        return failure('refused', `Requests to ${url.host} are not permitted here`)
      const site = siteOf(url)
      const { hop, spent } = await queues(site, asked.urgency ?? 0, () =>
        timed(() => oneHop(request, site, asked.signal, left)),
      )
      if (isFailure(hop)) return hop
      const target = redirectTarget(hop.status, hop.headers['location'], url)
      if (!target) return { ok: true, url: withoutFragment(url), movedTo, bodyDropped, ...hop }
      const next = redirectedRequest(request, hop.status, target)
      if (isFailure(next)) return next
      // Without cookies and with the same headers it would be answered the same again.
      if (seen.has(identityOf(next))) return failure('redirects', 'The address is redirected in a circle')
      seen.add(identityOf(next))
      permanent &&= hop.status === 301 || hop.status === 308
      if (permanent) movedTo = withoutFragment(target)
      bodyDropped ||= request.body !== null && next.body === null && hop.status !== 303
      left = Math.max(1, Math.ceil(left - spent))
      request = next
    }
    return failure('redirects', `The address was redirected more than ${limits.redirects} times`)
  }

  const oneHop = async (
    { url, method, headers: sent, body }: HopRequest,
    site: string,
    signal: AbortSignal | undefined,
    time: number,
  ): Promise<Hop | Failure> => {
    const waiting = options.patience?.refusal(site)
    if (waiting) return waiting
    if (isClosed) return failure('stopped', 'The server is stopping')
    const { controller, end } = stopper(time, signal)
    running.add(controller)
    try {
      agent ??= createAgent(guard, limits)
      const answer = await (
        await agent
      ).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: requestHeaders(url, options.userAgent, sent),
        body,
        signal: controller.signal,
      })
      const headers = flat(answer.headers)
      options.patience?.heard(site, answer.statusCode, headers)
      return await received(answer, headers, limits, url.hostname)
    } catch (error) {
      if (isClosed) return failure('stopped', 'The server is stopping')
      return failureOf(error, url.hostname)
    } finally {
      running.delete(controller)
      end()
    }
  }

  return {
    ask,
    async refusal(address, addresses) {
      const url = parsed(address)
      return isFailure(url) ? url : guard.whole(url, addresses)
    },
    async close() {
      isClosed = true
      for (const controller of running) controller.abort()
      await (await agent)?.destroy()
    },
  }
}

/** One signal for time and for the one who asks: signals made of signals cost more than the rest of a short request. */
function stopper(time: number, outer?: AbortSignal): { controller: AbortController; end: () => void } {
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  const late = () => controller.abort(new DOMException('The time is over', 'TimeoutError'))
  const timer = setTimeout(late, time).unref()
  outer?.addEventListener('abort', stop, { once: true })
  if (outer?.aborted) stop()
  return {
    controller,
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}

/** With the library, whose hundred files a server without feeds never loads. */
async function createAgent(guard: Guard, { silence, time, encoded }: Limits): Promise<Agent> {
  const undici = await import('undici')
  return new undici.Agent({
    connections: 2,
    allowH2: false,
    connect: guardedConnect(guard, undici.buildConnector),
    headersTimeout: Math.min(silence, time),
    bodyTimeout: Math.min(silence, time),
    maxResponseSize: encoded,
  })
}

/** Literal addresses never reach a lookup, so they are judged here once more; names are judged by what they resolve to. */
function guardedConnect(guard: Guard, build: typeof buildConnector): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (port: number) => {
    const known = connectors.get(port)
    if (known) return known
    const made = build({ allowH2: false, timeout: 10_000, lookup: guard.lookup(port) })
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

const identityOf = ({ method, url }: HopRequest): string => `${method} ${withoutFragment(url)}`

/** No cookies and no referrer, ever; sign-in details stand in the address, which a redirect to elsewhere does not have. */
function requestHeaders(
  url: URL,
  userAgent: string,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const signIn = url.username || url.password ? `${decoded(url.username)}:${decoded(url.password)}` : null
  return {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': ACCEPTED,
    ...extra,
    ...(signIn ? { authorization: `Basic ${Buffer.from(signIn).toString('base64')}` } : {}),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function received(
  { statusCode: status, body }: Dispatcher.ResponseData,
  headers: Record<string, string>,
  limits: Limits,
  host: string,
): Promise<Hop> {
  if (REDIRECTS.includes(status) && headers['location']) {
    await body.dump({ limit: REDIRECT_BODY })
    return { status, headers, bytes: Buffer.alloc(0), wireBytes: 0 }
  }
  if (status === 304) {
    // It has no body, whatever its headers say.
    await body.dump({ limit: 0 })
    return { status, headers, bytes: Buffer.alloc(0), wireBytes: 0 }
  }
  const wire = { bytes: 0 }
  const chunks = metered(body as AsyncIterable<Buffer>, wire, limits, host)
  const bytes = await inflated(chunks, headers['content-encoding'] ?? '', limits.decoded)
  return { status, headers, bytes, wireBytes: wire.bytes }
}

/** Ends a body that is too long, and one that drips: each of its bytes comes in time, but never the last. */
async function* metered(
  body: AsyncIterable<Buffer>,
  wire: { bytes: number },
  { encoded, silence, rate }: Limits,
  host: string,
): AsyncGenerator<Buffer> {
  const began = performance.now()
  try {
    for await (const chunk of body) {
      wire.bytes += chunk.length
      const spent = performance.now() - began
      if (wire.bytes > encoded) throw new FailureError(tooLarge(encoded))
      if (spent > silence && wire.bytes < (rate * spent) / 1000)
        throw new FailureError(failure('timeout', `${host} sends too slowly`))
      yield chunk
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE') throw error
    throw new FailureError(tooLarge(encoded))
  }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const written in headers) {
    const [name, value] = [written.toLowerCase(), headers[written]]
    const first = Array.isArray(value) ? (name === 'link' ? value.join(', ') : value[0]) : value
    if (first !== undefined) named[name] = first
  }
  return named
}

async function timed<T>(work: () => Promise<T>): Promise<{ hop: T; spent: number }> {
  const began = performance.now()
  const hop = await work()
  return { hop, spent: performance.now() - began }
}
