/** A thousand feeds on the loopback, over many hosts, with all the faults at once; every request is written down. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { documentOf, GENERATION_MS, START, type Twist } from './documents.ts'
import { ANSWERS, faultOf } from './faults.ts'

/** A request, and what it was answered. Times are those of the bench's own clock. */
export type Line = {
  readonly at: number
  readonly feed: number
  readonly path: string
  readonly host: string
  /** Requests in progress on this host when it came, this one counted. */
  readonly open: number
  readonly headers: IncomingHttpHeaders
  /** The validators that this feed sent last, before this answer. */
  readonly known: Validators
  status: number
  retryAfter: number | null
}
type Validators = { readonly etag: string | null; readonly modified: string | null }
const NONE: Validators = { etag: null, modified: null }

export type FeedSite = {
  readonly urls: readonly string[]
  readonly log: Line[]
  /** ms since 1970 as the bench counts; generations follow from it. */
  now: number
  readonly close: () => void
}

const generationAt = (now: number): number => Math.max(0, Math.floor((now - START) / GENERATION_MS))
/** The kinds of validators, and whether the feed can be packed, by its number. */
const KINDS = ['both', 'both', 'etag', 'weak', 'modified', 'none'] as const

export async function startFeedSite(feeds: number, hosts = 97): Promise<FeedSite> {
  const log: Line[] = []
  const known = new Map<string, Validators>()
  const hits = new Map<string, number>()
  const open = new Map<string, number>()
  const site: { now: number } = { now: START }

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? ''
    const own = path.split('?')[0] ?? ''
    const host = request.headers.host ?? ''
    const feed = Number(/\d+$/.exec(own)?.[0] ?? -1)
    const atOnce = (open.get(host) ?? 0) + 1
    open.set(host, atOnce)
    const line: Line = {
      at: site.now,
      feed,
      path,
      host,
      open: atOnce,
      headers: request.headers,
      known: known.get(own) ?? NONE,
      status: 0,
      retryAfter: null,
    }
    log.push(line)
    response.on('close', () => {
      open.set(host, (open.get(host) ?? 1) - 1)
      line.status = response.headersSent ? response.statusCode : 0
      line.retryAfter = Number(response.getHeader('retry-after') ?? 0) || null
    })
    response.on('error', () => undefined)
    hits.set(own, (hits.get(own) ?? 0) + 1)
    const fault = faultOf(feed)
    const document = documentOf(feed, generationAt(site.now), twistOf(feed))
    const answering = fault && own.startsWith('/feed/') ? ANSWERS[fault] : undefined
    const input = { response, path, hits: hits.get(own) ?? 0, document }
    if (answering && answering(input) !== false) return
    serve(request, response)
  }
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const own = request.url?.split('?')[0] ?? ''
    const feed = Number(/\d+$/.exec(own)?.[0] ?? -1)
    const { body, type, changed } = documentOf(feed, generationAt(site.now), twistOf(feed))
    const kind = KINDS[feed % KINDS.length]
    const tag = `"feed-${feed}-${changed}"`
    const validators: Validators = {
      etag: kind === 'both' || kind === 'etag' ? tag : kind === 'weak' ? `W/${tag}` : null,
      modified:
        kind === 'both' || kind === 'modified'
          ? new Date(START + changed * GENERATION_MS).toUTCString()
          : null,
    }
    known.set(own, validators)
    const fault = faultOf(feed)
    const headers: Record<string, string> = {
      'content-type': fault === 'ctype' ? 'image/png' : type,
      ...(validators.etag ? { etag: validators.etag } : {}),
      ...(validators.modified ? { 'last-modified': validators.modified } : {}),
      ...(fault === 'maxage' ? { 'cache-control': `max-age=${4 * 3600}` } : {}),
      ...(fault === 'cookie' ? { 'set-cookie': 'visit=1; Path=/' } : {}),
    }
    if (isSame(request.headers, validators)) return void response.writeHead(304, headers).end()
    const packs = feed % 5 > 0 && /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (packs) response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body))
    else response.writeHead(200, headers).end(body)
  }
  const servers = Array.from({ length: hosts }, (_, at) =>
    createServer({ keepAliveTimeout: 5000 }, answer).listen(0, `127.0.1.${at + 1}`),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const origins = servers.map((server) => {
    const { address, port } = server.address() as AddressInfo
    return `http://${address}:${port}`
  })
  return Object.assign(site, {
    urls: Array.from({ length: feeds }, (_, feed) => `${origins[feed % hosts]}/feed/${feed}`),
    log,
    close: () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  })
}

const TWISTS: readonly (string | null)[] = ['dupes', 'noids', 'future', 'ttl']
const twistOf = (feed: number): Twist => {
  const fault = faultOf(feed)
  return TWISTS.includes(fault) ? (fault as Twist) : null
}

const isSame = (headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean =>
  headers['if-none-match'] === undefined
    ? modified !== null && headers['if-modified-since'] === modified
    : headers['if-none-match'] === etag
