/** A site on the loopback with changeable responses, which records its requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Site = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  answer: RequestListener
  readonly requests: {
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
    readonly bytes: Buffer
  }[]
  readonly close: () => void
}

export async function startSite(): Promise<Site> {
  const requests: Site['requests'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    requests.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
      bytes: Buffer.concat(parts),
    })
    site.answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site: Site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (_, response) => void response.writeHead(404).end(),
    requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

/** An RSS document. @param items guids, also used as titles @param more further elements of the channel */
export const rssOf = (items: readonly string[], more = ''): string =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Feed</title>${more}${items
    .map((item) => `<item><guid isPermaLink="false">${item}</guid><title>${item}</title></item>`)
    .join('')}</channel></rss>`
