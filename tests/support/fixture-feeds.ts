/** Serves the feeds of tests/fixtures on the loopback, with the pictures and pages that lie beside them. */
import { createServer } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const folder = join(import.meta.dirname, '../fixtures/demo')
const types: Readonly<Record<string, string>> = {
  '.xml': 'application/rss+xml; charset=utf-8',
  '.rss': 'application/rss+xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.json': 'application/feed+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.opml': 'text/x-opml; charset=utf-8',
}

export type FixtureFeeds = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  /** A subscription list of all feeds; folders and views as the file demo.opml names them. */
  readonly opml: string
  readonly close: () => Promise<void>
}

/** @param port 0 takes any free one */
export async function serveFixtures(port = 0): Promise<FixtureFeeds> {
  const names = new Set(readdirSync(folder))
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1).replace(/\?.*$/, ''))
    if (!names.has(name)) return void response.writeHead(404).end()
    const type = types[extname(name)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, etag: `"${name}"` }).end(body(name))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Fixtures name their own server as BASE, since its port is not known before. */
  const body = (name: string) =>
    /\.(svg|html)$/.test(name)
      ? readFileSync(join(folder, name))
      : readFileSync(join(folder, name), 'utf8').replaceAll('BASE', url)
  return {
    url,
    opml: readFileSync(join(folder, 'demo.opml'), 'utf8').replaceAll('BASE', url),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
