/** What can be wrong with a feed's site, and who is healthy in spite of it. */
import { once, type EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import type { FeedDocument } from './documents.ts'

/** Odd, but everything can be read: such a feed must be as fresh as any. */
const HARMLESS = [
  'dupes',
  'noids',
  'future',
  'ctype',
  'moved301',
  'moved308',
  'lent302',
  'lent307',
  'cookie',
  'ttl',
  'maxage',
  'badgzip',
] as const
const HARMFUL = [
  'status500',
  'status404',
  'busy429',
  'busy503',
  'gone410',
  'loop',
  'private',
  'hang',
  'hanghead',
  'slow',
  'cut',
  'reset',
  'huge',
  'bomb',
  'html',
  'empty',
  'garbage',
  'xmlcut',
  'entities',
  'always304',
] as const
export type Fault = (typeof HARMLESS)[number] | (typeof HARMFUL)[number]

/** One feed in a hundred has each fault: a third of all have one. */
export const faultOf = (feed: number): Fault | null => [...HARMLESS, ...HARMFUL][feed % 100] ?? null
export const isHealthy = (feed: number): boolean =>
  !(HARMFUL as readonly (string | null)[]).includes(faultOf(feed))

/** Seconds that a busy site asks to be left alone. */
export const BUSY_SECONDS = 3 * 3600

type Input = {
  readonly response: ServerResponse
  readonly path: string
  readonly hits: number
  readonly document: FeedDocument
}
/** Headers by name, so that the log can read them back. */
function end(response: ServerResponse, status: number, headers: Record<string, string>, body = ''): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.writeHead(status).end(body)
}
const sent =
  (body: string | Buffer, type = 'application/rss+xml') =>
  ({ response }: Input): void =>
    void response.writeHead(200, { 'content-type': type }).end(body)
const to =
  (status: number, location: (path: string) => string) =>
  ({ response, path }: Input): void =>
    end(response, status, { location: location(path) })

const moved = (path: string): string => path.replace('/feed/', '/moved/')
const bombs = Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY e${at} "${at ? `&e${at - 1};`.repeat(10) : 'ha'}">`,
)

/** Answers in place of the feed. @returns false where the feed itself is to be served */
export const ANSWERS: Partial<Record<Fault, (input: Input) => unknown>> = {
  moved301: to(301, moved),
  moved308: to(308, moved),
  lent302: to(302, moved),
  lent307: to(307, moved),
  loop: to(302, (path) => `${path.split('?')[0]}?hop=${Math.random()}`),
  private: to(302, () => 'http://169.254.169.254/latest/'),
  status500: ({ response }) => end(response, 500, {}, 'Sorry'),
  status404: ({ response }) => end(response, 404, {}, 'Nothing'),
  busy429: ({ response }) => end(response, 429, { 'retry-after': String(BUSY_SECONDS) }),
  busy503: ({ response }) => end(response, 503, { 'retry-after': String(BUSY_SECONDS) }),
  gone410: ({ response, hits }) => (hits > 1 ? end(response, 410, {}) : false),
  hang: () => undefined,
  hanghead: ({ response }) => response.writeHead(200).write('<rss version="2.0"><channel>'),
  slow: async ({ response, document }) => {
    response.writeHead(200, { 'content-type': document.type })
    for (const letter of document.body.slice(0, 2000)) {
      if (response.destroyed) return
      response.write(letter)
      await pause(20)
    }
    response.end()
  },
  cut: ({ response, document }) => {
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(document.body)) })
    response.write(document.body.slice(0, 500), () => response.destroy())
  },
  reset: ({ response }) => response.destroy(),
  huge: async ({ response }) => {
    response.writeHead(200)
    const item = `<item><title>huge</title><description>${'lorem ipsum '.repeat(5000)}</description></item>`
    for (let at = 0; at < 3000 && !response.destroyed; at += 1)
      if (!response.write(item)) await drained(response)
    response.end()
  },
  bomb: async ({ response }) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const packer = createGzip({ level: 9 }).on('error', () => undefined)
    packer.pipe(response)
    const blanks = Buffer.alloc(1_000_000, ' ')
    for (let at = 0; at < 500 && !response.destroyed; at += 1)
      if (!packer.write(blanks)) await drained(packer)
    packer.end()
  },
  badgzip: ({ response, document }) => end(response, 200, { 'content-encoding': 'gzip' }, document.body),
  html: sent('<!doctype html><title>Welcome</title><h1>Down for maintenance</h1>', 'text/html'),
  empty: sent(''),
  garbage: sent(gzipSync('garbage'.repeat(500))),
  xmlcut: ({ response, document }) => end(response, 200, {}, document.body.slice(0, 300)),
  entities: sent(
    `<!DOCTYPE rss [${bombs.join('')}]><rss><channel><title>&e9;</title><item><guid>1</guid><title>&e9;</title></item></channel></rss>`,
  ),
  always304: ({ response }) => end(response, 304, {}),
}

/** Until it accepts more, or the request ends. */
async function drained(stream: NodeJS.WritableStream): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const waits = ['drain', 'close'].map((event) => once(stream as EventEmitter, event, { signal }))
  await Promise.race([...waits, pause(1000, undefined, { signal })]).catch(() => undefined)
  over.abort()
  await Promise.allSettled(waits)
}
