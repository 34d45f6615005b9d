/** A reverse proxy that serves one server below a path of its own host, and nothing at the other paths. */
import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PathProxy = {
  /** Of the host, without the path. */
  readonly url: string
  /** Requested paths outside of the served one. */
  readonly strays: readonly string[]
  readonly close: () => void
}

/**
 * @param options.path begins and ends with a slash @param options.target the server's own address
 * @param options.dropped names of headers that it drops @param options.dropsBody whether it drops bodies
 */
export async function startPathProxy(options: {
  readonly path: string
  readonly target: string
  readonly dropped?: readonly string[]
  readonly dropsBody?: boolean
}): Promise<PathProxy> {
  const dropped = new Set([...(options.dropped ?? []), ...(options.dropsBody ? ['content-length'] : [])])
  const strays: string[] = []
  const server = createServer((request, response) => {
    const { url = '/', method } = request
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name)))
    // Browsers request it by themselves if a page names no icon.
    if (!url.startsWith(options.path) && url !== '/favicon.ico') strays.push(url)
    if (!url.startsWith(options.path)) return response.writeHead(404).end('Nothing here.\n')
    const passed = send(new URL(url, options.target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => passed.destroy())
    if (options.dropsBody) return passed.end()
    return request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strays,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
