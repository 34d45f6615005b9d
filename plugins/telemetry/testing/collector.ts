/** A server on the loopback that collects what PostHog and Sentry would be sent, for tests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

type UsageEvent = {
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}
export type Collector = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  /** The address of a Sentry project. */
  readonly dsn: string
  /** All bodies as text. */
  readonly bodies: readonly string[]
  readonly usage: readonly UsageEvent[]
  /** Lines of JSON of Sentry's envelopes. */
  readonly reports: readonly Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const usage: UsageEvent[] = []
  const reports: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': 'application/json',
      })
      response.end('{}')
      if (request.method !== 'POST') return
      const text = textOf(Buffer.concat(chunks))
      bodies.push(text)
      if (request.url?.startsWith('/api/')) reports.push(...text.split('\n').flatMap(objectOf))
      else usage.push(...eventsOf(text))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    dsn: `http://key@127.0.0.1:${port}/1`,
    bodies,
    usage,
    reports,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const textOf = (body: Buffer): string =>
  (body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body).toString('utf8')

function objectOf(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return []
  return [JSON.parse(line) as Record<string, unknown>]
}

/** One event, a list of them, or an object with one in `batch`. */
function eventsOf(text: string): UsageEvent[] {
  const json = JSON.parse(text) as UsageEvent | UsageEvent[] | { batch: UsageEvent[] }
  if (Array.isArray(json)) return json
  return 'batch' in json ? json.batch : [json]
}
