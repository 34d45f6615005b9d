import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RefusedError } from '../failures.ts'

/** Timeout for the user in the browser. */
const PATIENCE_MS = 600_000
const PATH = '/signed-in'

export type Callback = {
  /** The redirect address. */
  readonly redirectUri: string
  /** The code. @throws RefusedError where the user refuses, or does not respond */
  readonly code: Promise<string>
  readonly close: () => void
}

/** Listens on a loopback port for the browser's redirect (RFC 8252 7.3). @param state that it must contain */
export async function awaitCallback(state: string): Promise<Callback> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listener = createServer((request, response) => receive(request, response, { state, resolve, reject }))
  listener.listen(0, '127.0.0.1')
  await new Promise((ready) => listener.once('listening', ready))
  const timer = setTimeout(
    () => reject(new RefusedError('Nobody answered in the browser within ten minutes.')),
    PATIENCE_MS,
  )
  const { port } = listener.address() as AddressInfo
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    code: promise,
    close: () => {
      clearTimeout(timer)
      listener.close()
      listener.closeAllConnections()
    },
  }
}

type Waiting = {
  readonly state: string
  readonly resolve: (code: string) => void
  readonly reject: (error: Error) => void
}

/** Requests of other pages, which do not know the state, change nothing. */
function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { state, resolve, reject }: Waiting,
): void {
  // Any page can request `//`, which is no address.
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
  const code = url?.searchParams.get('code') ?? null
  const answer = (status: number, text: string) =>
    response
      .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`${text}\n`)
  if (url?.pathname !== PATH || url.searchParams.get('state') !== state)
    return void answer(404, 'There is nothing here.')
  if (code === null) {
    answer(200, 'The command line was not let in. You can close this page.')
    return reject(new RefusedError('The command line was not let in.'))
  }
  answer(200, 'Go on in the terminal. You can close this page.')
  resolve(code)
}
