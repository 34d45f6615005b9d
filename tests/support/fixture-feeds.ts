/** Serves the friendly feeds of tests/fixtures on the loopback, for the demo and for tests with realistic content. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { createDemoSite, type DemoSite } from './demo-site.ts'

/** Bytes per response to a player. */
const MAX_PART = 1_000_000

const folder = join(import.meta.dirname, '../fixtures/feeds/friendly')
const types: Readonly<Record<string, string>> = {
  '.xml': 'application/rss+xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.rdf': 'application/rdf+xml; charset=utf-8',
  '.json': 'application/feed+json; charset=utf-8',
}
/** The view of a feed by the prefix of its name; the others are articles. */
const views: readonly (readonly [beginning: string, view: number])[] = [
  ['social', 1],
  ['pictures', 2],
  ['videos', 3],
  ['audio', 4],
  ['notices', 5],
]
const folders: readonly (readonly [beginning: string, name: string])[] = [
  ['zh', '中文'],
  ['ja', '日本語'],
  ['de-', 'Europe'],
  ['es-', 'Europe'],
  ['fr-', 'Europe'],
  ['slow-web', 'Web'],
  ['type-and-test', 'Web'],
  ['lab-notes', 'Web'],
]

export type FixtureFeeds = {
  /** http://127.0.0.1:PORT; a feed is at `/<file name>` */
  readonly url: string
  /** A subscription list of all feeds, in folders and views. */
  readonly opml: string
  readonly close: () => Promise<void>
}

/** @param port 0: any free one */
export async function serveFixtures(port = 0): Promise<FixtureFeeds> {
  const names = readdirSync(folder).filter((name) => types[extname(name)])
  let site: DemoSite | undefined
  const server = createServer((request, response) => {
    if (site) answer(site, request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  site = await createDemoSite(
    url,
    names.map((name) => ({
      name,
      type: types[extname(name)] ?? '',
      text: readFileSync(join(folder, name), 'utf8'),
    })),
  )
  return {
    url,
    opml: opmlOf(url, names),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Players request parts of a file. */
function answer(site: DemoSite, request: IncomingMessage, response: ServerResponse): void {
  const file = site.fileAt(request.headers.host ?? '', request.url ?? '/')
  if (!file) return void response.writeHead(404).end()
  const headers = { 'content-type': file.type, 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined || Number(from) >= file.size)
    return void response
      .writeHead(200, { ...headers, 'content-length': file.size })
      .end(file.part(0, file.size))
  const end = Math.min(to ? Number(to) + 1 : file.size, Number(from) + MAX_PART, file.size)
  response
    .writeHead(206, { ...headers, 'content-range': `bytes ${from}-${end - 1}/${file.size}` })
    .end(file.part(Number(from), end))
}

const named = <T>(table: readonly (readonly [string, T])[], name: string): T | undefined =>
  table.find(([beginning]) => name.startsWith(beginning))?.[1]

function opmlOf(url: string, names: readonly string[]): string {
  const line = (name: string) =>
    `<outline type="rss" text="${name}" xmlUrl="${url}/${name}" view="${named(views, name) ?? 0}"/>`
  const groups = Map.groupBy(names, (name) => named(folders, name) ?? '')
  const body = [...groups].map(([group, some]) => {
    const lines = some.map(line).join('\n')
    return group ? `<outline text="${group}">${lines}</outline>` : lines
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Demo</title></head><body>${body.join('\n')}</body></opml>`
}
