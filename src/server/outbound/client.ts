/** The server's only HTTP client. The guard checks every request and every redirect. */
import { createAgents, type Route } from './agents.ts'
import { readAllowance } from './allowance.ts'
import { createChainCookies, type ChainCookies } from './chain-cookies.ts'
import { endsAsDocument } from './ends-as-document.ts'
import { brokenOff, failure, FailureError, isFailure, requestFailureOf, type Failure } from './failure.ts'
import { createGuard, portOf, systemResolve, type Resolve } from './guard.ts'
import { createHostAddresses } from './host-addresses.ts'
import { ACCEPTED, inflated, tooLarge } from './inflate.ts'
import { areHeadersRefused, lenientRequest } from './lenient-request.ts'
import { createQueues, type Slot } from './queues.ts'
import { redirectedRequest, redirectTarget, REDIRECTS, type HopRequest, type Method } from './redirects.ts'
import { badHeader, callerHeaders } from './request-headers.ts'
import { siteOf } from './site.ts'
import { hasTwoReadings } from './two-readings.ts'
import { withinSignal } from './within-signal.ts'

const PROJECT_PAGE = 'https://github.com/lectern-reader/lectern'

/** The User-Agent header, with an address where a site's owner can complain. */
export const userAgentOf = (publicUrl: string): string => `Lectern/0.6.1 (+${publicUrl || PROJECT_PAGE})`

export type OutboundResponse = {
  readonly ok: true
  /** Address of the body, after all redirects. */
  readonly url: string
  /** Permanent new address: the end of the unbroken chain of 301 and 308 from the start; null when there is none. */
  readonly movedTo: string | null
  /** A 301 or 302 turned a request with a body into a GET: the body reached at most the first address. */
  readonly bodyDropped: boolean
  readonly status: number
  /** Names in lower case. Of several values only the first, except `link`, whose values are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Bytes received, before decompression. */
  readonly wireBytes: number
}

export type OutboundRequest = {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: Method
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Called for every address of a redirect chain, in addition to the guard. @returns false to refuse the address */
  readonly allows?: (url: URL) => boolean
  /** Priority among requests queued for the same site, highest first; 0 when absent. */
  readonly urgency?: number
  /** Default: direct. */
  readonly route?: Route
}

/** Back-off per site: receives every response and is checked before every request leaves the queue. */
export type SiteBackOff = {
  /** @returns a failure of kind `waiting` while the site is backing off */
  readonly refusal: (site: string) => Failure | null
  /** @param address that the site is served from; null when unknown */
  readonly received: (
    site: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    address: string | null,
  ) => void
  /** Whether a family of sites, or an address, has refused lately. */
  readonly isSlow: (budget: string) => boolean
}

export type Outbound = {
  readonly ask: (url: string, request?: OutboundRequest) => Promise<OutboundResponse | Failure>
  /** null when the guard permits this address. @param addresses what its name resolves to, if already resolved */
  readonly refusal: (url: string, addresses?: readonly string[]) => Promise<Failure | null>
  /** Aborts running requests and refuses new ones. */
  readonly close: () => Promise<void>
}

export type Limits = {
  /** Bytes before and after decompression. */
  readonly encoded: number
  readonly decoded: number
  /** Milliseconds for all hops together, without the time in the queue. */
  readonly time: number
  /** Milliseconds until the first byte, and between two reads. */
  readonly silence: number
  /** Least average bytes per second; a slower response is aborted after `silence`. */
  readonly rate: number
  readonly redirects: number
  /** Milliseconds after a request to a family or an address that has refused lately. */
  readonly pause: number
}
const LIMITS: Limits = {
  encoded: 16_000_000,
  decoded: 32_000_000,
  time: 30_000,
  silence: 15_000,
  rate: 1_000,
  redirects: 5,
  pause: 2_000,
}
/** Bytes of a redirect's body that are discarded before the connection is closed. */
const REDIRECT_BODY = 65_536

type Hop = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly bytes: Buffer
  readonly wireBytes: number
}

/**
 * @param options.allow FETCH_ALLOW, split
 * @param options.userAgent names the server and a contact address
 */
export function createOutbound(options: {
  readonly allow: readonly string[]
  readonly userAgent: string
  readonly resolve?: Resolve
  readonly limits?: Partial<Limits>
  readonly backOff?: SiteBackOff
  /** Applies the limit of two requests per site across processes; within this process the queues apply it. */
  readonly turn?: Slot
}): Outbound {
  const limits = { ...LIMITS, ...options.limits }
  const resolve = options.resolve ?? systemResolve
  const guard = createGuard(readAllowance(options.allow), resolve)
  const agents = createAgents(guard, limits)
  const hostAddresses = createHostAddresses(resolve)
  const queues = createQueues({
    perSite: 2,
    total: 64,
    pause: limits.pause,
    ...(options.turn && { acquireSlot: options.turn }),
    ...(options.backOff && { isSlow: options.backOff.isSlow }),
  })
  /** A proxy resolves the site itself. */
  const addressOf = ({ hostname }: URL, { route }: OutboundRequest): Promise<string | null> =>
    route?.proxy === undefined ? hostAddresses(hostname) : Promise.resolve(null)
  /** Controllers of running requests. */
  const running = new Set<AbortController>()
  let isClosed = false

  const send = async (
    address: string,
    requestOptions: OutboundRequest = {},
  ): Promise<OutboundResponse | Failure> => {
    const start = parsed(address)
    if (isFailure(start)) return start
    const bad = badHeader(requestOptions.headers ?? {})
    if (bad !== null)
      return failure('refused', `The header ${JSON.stringify(bad.slice(0, 100))} cannot be sent`)
    let request: HopRequest = {
      url: start,
      method: requestOptions.method ?? 'GET',
      headers: requestOptions.headers ?? {},
      body: requestOptions.body ?? null,
    }
    let movedTo: string | null = null
    let permanent = true
    let bodyDropped = false
    let hasArrived = false
    let left = limits.time
    const cookies = createChainCookies()
    const seen = new Set([identityOf(request, cookies)])
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      const { url } = request
      const refusal = guard.spelling(url)
      if (refusal) return refusal
      if (requestOptions.allows?.(url) === false)
        return failure('refused', `Requests to ${url.host} are not permitted here`)
      const site = siteOf(url)
      const queued = {
        site,
        urgency: requestOptions.urgency ?? 0,
        addressOf: () => addressOf(url, requestOptions),
      }
      const { hop, spent } = await queues(queued, () =>
        timed(() => oneHop(request, site, requestOptions, { time: left, cookies })),
      )
      // A redirect that turns a request with a body into a GET proves that the body has arrived.
      if (isFailure(hop)) return hasArrived ? { ...hop, mayHaveArrived: true } : hop
      const target = redirectTarget(hop.status, hop.headers['location'], url)
      if (!target) return { ok: true, url: withoutFragment(url), movedTo, bodyDropped, ...hop }
      const next = redirectedRequest(request, hop.status, target)
      if (isFailure(next)) return next
      // The same request with the same cookies would redirect in the same way again.
      const identity = identityOf(next, cookies)
      if (seen.has(identity)) return failure('redirects', 'The address is redirected in a circle')
      seen.add(identity)
      permanent &&= hop.status === 301 || hop.status === 308
      if (permanent) movedTo = withoutFragment(target)
      hasArrived ||= request.body !== null && next.body === null
      bodyDropped ||= request.body !== null && next.body === null && hop.status !== 303
      left = Math.max(1, Math.ceil(left - spent))
      request = next
    }
    return failure('redirects', `The address was redirected more than ${limits.redirects} times`)
  }

  const ask = async (
    { url, method, headers, body }: HopRequest,
    route: Route,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const agent = await agents.of(route)
    const { origin, pathname, search } = url
    try {
      const answer = await agent.request({ origin, path: pathname + search, method, headers, body, signal })
      const dump = (limit: number) => answer.body.dump({ limit })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body, dump }
    } catch (error) {
      if (method !== 'GET' || route.proxy !== undefined || !areHeadersRefused(error)) throw error
      const { silence } = limits
      const acceptsAnyCertificate = route.acceptsAnyCertificate ?? false
      const lookup = guard.lookup(portOf(url))
      const answer = await lenientRequest({ url, headers, lookup, silence, acceptsAnyCertificate, signal })
      const dump = async () => void answer.destroy()
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer, dump }
    }
  }

  const oneHop = async (
    { url, method, headers: named, body }: HopRequest,
    site: string,
    requestOptions: OutboundRequest,
    { time, cookies }: { readonly time: number; readonly cookies: ChainCookies },
  ): Promise<Hop | Failure> => {
    const { signal, route = {} } = requestOptions
    const waiting = options.backOff?.refusal(site)
    if (waiting) return waiting
    if (isClosed) return failure('stopped', 'The server is stopping')
    const { controller, end } = stopper(time, signal)
    running.add(controller)
    try {
      // A request that the library loses must not occupy its slot.
      return await withinSignal(controller.signal, async () => {
        // A proxy resolves the name itself, so that no connection of ours checks it.
        const refusal = route.proxy === undefined ? null : await guard.whole(url)
        if (refusal) return refusal
        const sent = withCookies(requestHeaders(url, options.userAgent, named), url, cookies)
        const { signal: stops } = controller
        const response = await ask({ url, method, headers: sent, body }, route, stops)
        const headers = flat(response.headers)
        cookies.receive(url, response.headers['set-cookie'])
        options.backOff?.received(site, response.status, headers, await addressOf(url, requestOptions))
        return await received(response, headers, limits, url.hostname)
      })
    } catch (error) {
      if (isClosed) return { ...failure('stopped', 'The server is stopping'), mayHaveArrived: true }
      return requestFailureOf(error, url.hostname)
    } finally {
      running.delete(controller)
      end()
    }
  }

  return {
    ask: send,
    async refusal(address, addresses) {
      const url = parsed(address)
      return isFailure(url) ? url : guard.whole(url, addresses)
    },
    async close() {
      isClosed = true
      for (const controller of running) controller.abort()
      await agents.close()
    },
  }
}

/** One signal for the timeout and the caller's signal. AbortSignal.any costs more than the rest of a short request. */
function stopper(time: number, outer?: AbortSignal): { controller: AbortController; end: () => void } {
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  const onTimeout = () => controller.abort(new DOMException('The time is over', 'TimeoutError'))
  const timer = setTimeout(onTimeout, time).unref()
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

function parsed(address: string): URL | Failure {
  if (hasTwoReadings(address)) return failure('refused', 'This address could be read in more than one way')
  return URL.parse(address.trim()) ?? failure('address', 'This is not a web address')
}

function withoutFragment(url: URL): string {
  const bare = new URL(url.href)
  bare.hash = ''
  return bare.href
}

const identityOf = ({ method, url }: HopRequest, cookies: ChainCookies): string =>
  `${method} ${withoutFragment(url)} ${cookies.headerFor(url) ?? ''}`

/** With the cookies that the chain of redirects has set. */
function withCookies(
  headers: Record<string, string>,
  url: URL,
  cookies: ChainCookies,
): Record<string, string> {
  if (cookies.headerFor(url) === undefined) return headers
  const [name, own] = Object.entries(headers).find(([one]) => one.toLowerCase() === 'cookie') ?? ['cookie']
  return { ...headers, [name]: cookies.headerFor(url, own) ?? '' }
}

/** Never sends a referrer. Credentials are part of the address, so a redirect to another site drops them. */
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
    ...callerHeaders(extra),
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

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Buffer>
  /** Discards the body, after reading a limited number of bytes. */
  readonly dump: (limit: number) => Promise<void>
}

async function received(
  { status, body, dump }: Answer,
  headers: Record<string, string>,
  limits: Limits,
  host: string,
): Promise<Hop> {
  if (REDIRECTS.includes(status) && headers['location']) {
    await dump(REDIRECT_BODY)
    return { status, headers, bytes: Buffer.alloc(0), wireBytes: 0 }
  }
  if (status === 304) {
    // A 304 has no body, whatever its headers announce.
    await dump(0)
    return { status, headers, bytes: Buffer.alloc(0), wireBytes: 0 }
  }
  const wire: Wire = { bytes: 0 }
  const chunks = metered(body, wire, limits, host)
  const { bytes, flaw } = await inflated(
    untilBroken(chunks, wire),
    headers['content-encoding'] ?? '',
    limits.decoded,
  )
  // Wrong lengths, a missing last chunk or damaged compression: a body with a document's end is complete.
  const broken = wire.broken === undefined ? flaw : brokenOff(wire.broken, host)
  if (broken && !endsAsDocument(bytes)) throw new FailureError(broken)
  return { status, headers, bytes, wireBytes: wire.bytes }
}

type Wire = {
  bytes: number
  /** Why the body ended early. */
  broken?: unknown
}

/** Ends a body where its connection breaks; limits and aborts are rethrown. */
async function* untilBroken(chunks: AsyncIterable<Buffer>, wire: Wire): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    if (error instanceof FailureError || (error instanceof Error && error.name === 'AbortError')) throw error
    wire.broken = error
  }
}

/** Aborts a body that is too long or too slow: a slow drip never exceeds the timeout between two reads. */
async function* metered(
  body: AsyncIterable<Buffer>,
  wire: Wire,
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
