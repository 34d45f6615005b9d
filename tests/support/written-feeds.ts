/** Feeds that a test writes: served on the loopback, changed, slowed and broken on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WrittenEntry = {
  readonly guid: string
  readonly title: string
  readonly html?: string
  /** The address of the feed of its comments. */
  readonly comments?: string
  /** ms since 1970 */
  readonly at: number
}

export type WrittenFeeds = {
  readonly url: string
  /** The address of a feed; {@link WrittenFeeds.write} sets its content. */
  readonly address: (name: string) => string
  /** Of the feeds, in the order in which they were first written. */
  readonly names: () => readonly string[]
  readonly write: (name: string, entries: readonly WrittenEntry[], title?: string) => void
  /** Any document under any name, unchanged. */
  readonly serve: (name: string, body: string | Uint8Array, type: string) => void
  /** Waits this many ms before each response. */
  readonly slow: (ms: number) => void
  /** Requests to `/asked?…` and to other unknown paths, by path: what a hostile entry tried to reach. */
  readonly asked: readonly string[]
  /** A subscription list of all feeds, in folders by `name: folder`. */
  readonly opml: (folders?: Readonly<Record<string, string>>) => string
  readonly close: () => Promise<void>
}

const DAY = 86_400_000

/** This many entries, an hour apart, newest first, ending at `until`. */
export function manyEntries(name: string, count: number, until = Date.now() - DAY): WrittenEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    guid: `${name}-${count - index}`,
    title: `${name} story ${count - index}`,
    html: `<p>The text of ${name} story ${count - index}, long enough to be read.</p>`,
    at: until - index * 3_600_000,
  }))
}

export async function serveWrittenFeeds(): Promise<WrittenFeeds> {
  const feeds = new Map<string, { title: string; entries: readonly WrittenEntry[] }>()
  const documents = new Map<string, { body: string | Uint8Array; type: string }>()
  const requests: string[] = []
  let delay = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    const feed = feeds.get(path.slice(1))
    const document = documents.get(path.slice(1))
    if (!feed && !document) requests.push(path)
    setTimeout(() => {
      if (document) return sendDocument(request, response, document)
      if (!feed) return void response.writeHead(404).end()
      response
        .writeHead(200, { 'content-type': 'application/rss+xml; charset=utf-8' })
        .end(rss(url, path, feed))
    }, delay)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked: requests,
    address: (name) => `${url}/${name}`,
    names: () => [...feeds.keys()],
    write: (name, entries, title = name) => void feeds.set(name, { title, entries }),
    serve: (name, body, type) => void documents.set(name, { body, type }),
    slow: (ms) => {
      delay = ms
    },
    opml: (folders = {}) => opml(url, feeds, folders),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Media players request parts. */
function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, type }: { readonly body: string | Uint8Array; readonly type: string },
): void {
  const bytes = Buffer.from(body)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = Math.min(bytes.length - 1, Number(range?.[2] || bytes.length - 1))
  response
    .writeHead(range ? 206 : 200, {
      'content-type': type,
      'content-length': to + 1 - from,
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    })
    .end(bytes.subarray(from, to + 1))
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function rss(url: string, path: string, feed: { title: string; entries: readonly WrittenEntry[] }): string {
  const items = feed.entries.map(
    (
      entry,
    ) => `<item><guid isPermaLink="false">${escaped(entry.guid)}</guid><title>${escaped(entry.title)}</title>
<link>${url}/pages/${encodeURIComponent(entry.guid)}</link><pubDate>${new Date(entry.at).toUTCString()}</pubDate>
<description>${escaped(entry.html ?? '')}</description>${
      entry.comments ? `<wfw:commentRss>${escaped(entry.comments)}</wfw:commentRss>` : ''
    }</item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel><title>${escaped(feed.title)}</title><link>${url}${path}</link>
<description>Written by a test</description>${items.join('\n')}</channel></rss>`
}

function opml(
  url: string,
  feeds: ReadonlyMap<string, { title: string }>,
  folders: Readonly<Record<string, string>>,
): string {
  const line = ([name, { title }]: [string, { title: string }]) =>
    `<outline type="rss" text="${escaped(title)}" xmlUrl="${url}/${encodeURIComponent(name)}"/>`
  const groups = Map.groupBy(feeds, ([name]) => folders[name] ?? '')
  const body = [...groups].map(([folder, some]) =>
    folder
      ? `<outline text="${escaped(folder)}">${some.map(line).join('')}</outline>`
      : some.map(line).join('\n'),
  )
  return `<?xml version="1.0" encoding="utf-8"?><opml version="2.0"><head><title>Feeds</title></head><body>${body.join('\n')}</body></opml>`
}
