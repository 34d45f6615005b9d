/** Healthy feeds over many loopback hosts, ready to be sent: what is measured is who fetches them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { article, randomFrom, text } from '../prose.ts'
import { START } from './documents.ts'

const ENTRIES = 25
/** Entries that a change brings. */
const NEW = 3

export type PlainSite = {
  readonly urls: readonly string[]
  /** Requests so far, and those answered 304. */
  readonly counts: { requests: number; unchanged: number }
  /** ms before each answer */
  delay: number
  /** Brings new entries to a share of the feeds. */
  readonly change: (share: number) => void
  readonly close: () => void
}

type Packed = { readonly bytes: Buffer; readonly etag: string; readonly type: string }

export async function startPlainSite(feeds: number): Promise<PlainSite> {
  const generations = Array.from({ length: feeds }, () => 0)
  const documents = generations.map((generation, feed) => packed(feed, generation))
  const counts = { requests: 0, unchanged: 0 }
  const site = { delay: 0 }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    counts.requests += 1
    const document = documents[Number(/\d+$/.exec(request.url ?? '')?.[0] ?? -1)]
    if (!document) return void response.writeHead(404).end()
    const { bytes, etag, type } = document
    if (request.headers['if-none-match'] === etag) {
      counts.unchanged += 1
      return void response.writeHead(304, { etag }).end()
    }
    response.writeHead(200, { etag, 'content-type': type, 'content-encoding': 'gzip' }).end(bytes)
  }
  const late = (request: IncomingMessage, response: ServerResponse): void =>
    site.delay === 0
      ? answer(request, response)
      : void setTimeout(() => answer(request, response), site.delay)
  // Enough hosts that the limit of two requests per host does not affect the result.
  const servers = Array.from({ length: Math.min(feeds, 200) }, (_, at) =>
    createServer({ keepAliveTimeout: 60_000 }, late).listen(0, `127.0.2.${at + 1}`),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const origins = servers.map((server) => {
    const { address, port } = server.address() as AddressInfo
    return `http://${address}:${port}`
  })
  return Object.assign(site, {
    urls: documents.map((_, feed) => `${origins[feed % origins.length]}/feed/${feed}`),
    counts,
    change(share: number) {
      for (let feed = 0; feed < feeds; feed += Math.round(1 / share)) {
        const generation = (generations[feed] ?? 0) + 1
        generations[feed] = generation
        documents[feed] = packed(feed, generation)
      }
    },
    close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  })
}

function packed(feed: number, generation: number): Packed {
  const newest = ENTRIES + NEW * generation
  const numbers = Array.from({ length: ENTRIES }, (_, at) => newest - at)
  const { body, type } = feed % 3 === 2 ? atom(feed, numbers) : rss(feed, numbers)
  return { bytes: gzipSync(body), etag: `"${feed}-${generation}"`, type }
}

const escaped = (raw: string): string => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const linkOf = (feed: number, number: number): string => `https://site${feed}.example/${number}`
const dateOf = (number: number): Date => new Date(START - 86_400_000 + number * 600_000)
const textOf = (feed: number, number: number) => {
  const random = randomFrom(feed * 1000 + number)
  return { title: text(random, 8), html: article(random, number) }
}

const rss = (feed: number, numbers: readonly number[]) => ({
  type: 'application/rss+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Feed ${feed}</title><link>https://site${feed}.example/</link><description>A feed of the bench</description><language>en</language>${numbers
    .map((number) => {
      const { title, html } = textOf(feed, number)
      return `<item><title>${title}</title><link>${linkOf(feed, number)}</link><guid isPermaLink="true">${linkOf(feed, number)}</guid><pubDate>${dateOf(number).toUTCString()}</pubDate><dc:creator>Ann Writer</dc:creator><category>bench</category><description>${escaped(title)}</description><content:encoded><![CDATA[${html}]]></content:encoded></item>`
    })
    .join('\n')}</channel></rss>`,
})

const atom = (feed: number, numbers: readonly number[]) => ({
  type: 'application/atom+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Feed ${feed}</title><id>urn:bench:plain:${feed}</id><link href="https://site${feed}.example/"/><updated>${dateOf(0).toISOString()}</updated>${numbers
    .map((number) => {
      const { title, html } = textOf(feed, number)
      const date = dateOf(number).toISOString()
      return `<entry><id>${linkOf(feed, number)}</id><link href="${linkOf(feed, number)}"/><title>${title}</title><author><name>Ann Writer</name></author><published>${date}</published><updated>${date}</updated><content type="html">${escaped(html)}</content></entry>`
    })
    .join('\n')}</feed>`,
})
