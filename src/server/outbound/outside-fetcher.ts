/** Pages through an outside fetcher (FETCHER_URL): a service that runs a browser and returns the page after its scripts. */
import {
  createOutbound,
  type Limits,
  type Outbound,
  type OutboundResponse,
  type SiteBackOff,
} from './client.ts'
import { failure, isFailure, type Failure, type FailureKind } from './failure.ts'
import { portOf } from './guard.ts'
import { siteOf } from './site.ts'

export type OutsideFetcher = {
  /** @param url of a page, checked by the guard as any other @returns never throws */
  readonly ask: (url: string) => Promise<OutboundResponse | Failure>
  readonly close: () => Promise<void>
}

/** A browser needs longer than a request. */
const TIME_MS = 90_000

const MESSAGES: Partial<Record<FailureKind, string>> = {
  timeout: 'The outside fetcher did not respond in time',
  dns: 'The outside fetcher cannot be reached',
  connection: 'The outside fetcher cannot be reached',
  tls: 'The secure connection to the outside fetcher failed',
  size: 'The outside fetcher sent too much',
}

/**
 * The service receives `POST` with `{"url": "…"}` as JSON and responds with the page as HTML, as browserless does at
 * `/content`. Nothing else is sent to it: no cookie, no password.
 * @param options.address FETCHER_URL @param options.outbound checks the addresses of pages
 */
export function createOutsideFetcher(options: {
  readonly address: string
  readonly outbound: Pick<Outbound, 'refusal'>
  readonly userAgent: string
  readonly backOff?: SiteBackOff
  readonly limits?: Partial<Limits>
}): OutsideFetcher {
  const { address, outbound, userAgent, backOff } = options
  const service = new URL(address)
  // The operator has configured it, so any address is allowed; this client reaches nothing else.
  const client = createOutbound({
    allow: [`${service.hostname}:${portOf(service)}`],
    userAgent,
    limits: { time: TIME_MS, silence: TIME_MS, redirects: 0, ...options.limits },
  })
  return {
    async ask(url) {
      const refusal = (await outbound.refusal(url)) ?? backOff?.refusal(siteOf(new URL(url)))
      if (refusal) return refusal
      const response = await client.ask(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/html' },
        body: JSON.stringify({ url }),
        allows: ({ origin }) => origin === service.origin,
      })
      if (isFailure(response)) return named(response)
      const { status, headers, bytes, wireBytes } = response
      if (status < 200 || status > 299)
        return failure(
          'connection',
          `The outside fetcher could not fetch the page (its response: HTTP ${status})`,
        )
      if (bytes.length === 0) return failure('connection', 'The outside fetcher sent an empty page')
      const type = headers['content-type'] ?? 'text/html'
      return {
        ok: true,
        url,
        movedTo: null,
        bodyDropped: false,
        status: 200,
        headers: { 'content-type': type },
        bytes,
        wireBytes,
      }
    },
    close: client.close,
  }
}

/** Users do not learn where the service is. */
const named = ({ kind }: Failure): Failure =>
  kind === 'stopped'
    ? failure(kind, 'The server is stopping')
    : failure(kind, MESSAGES[kind] ?? 'The outside fetcher failed')
