/** Serves the friendly feeds of tests/fixtures on the loopback, for the demo and for tests that want real-looking reading. */
import { createServer } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const folder = join(import.meta.dirname, '../fixtures/feeds/friendly')
const types: Readonly<Record<string, string>> = {
  '.xml': 'application/rss+xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.rdf': 'application/rdf+xml; charset=utf-8',
  '.json': 'application/feed+json; charset=utf-8',
}
/** Which view a feed belongs to, by the beginning of its name; the others are articles. */
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
  /** http://127.0.0.1:PORT; a feed lies at `/<file name>` */
  readonly url: string
  /** A subscription list of all feeds, in folders and views. */
  readonly opml: string
  readonly close: () => Promise<void>
}

/** @param port 0 takes any free one */
export async function serveFixtures(port = 0): Promise<FixtureFeeds> {
  const names = readdirSync(folder).filter((name) => types[extname(name)])
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1))
    if (!names.includes(name)) return void response.writeHead(404).end()
    const type = types[extname(name)] ?? ''
    response.writeHead(200, { 'content-type': type, etag: `"${name}"` }).end(readFileSync(join(folder, name)))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
