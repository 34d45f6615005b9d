/** A small HTTP server on the loopback in place of an outside service, which records its requests. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServiceRequest = {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export type ServiceResponse = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export type Service = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  readonly requests: readonly ServiceRequest[]
  /** The next response is this one instead, once. */
  refuseNext(response: ServiceResponse): void
  /** From now on, if it returns a response. */
  refuse(respond: (request: ServiceRequest) => ServiceResponse | null): void
  /** The next request is read, and the connection ends without a response. */
  hangUpNext(): void
  close(): Promise<void>
}

/** @param respond the service's protocol */
export async function startService(respond: (request: ServiceRequest) => ServiceResponse): Promise<Service> {
  const requests: ServiceRequest[] = []
  let refusal: ServiceResponse | null = null
  let refusing: (request: ServiceRequest) => ServiceResponse | null = () => null
  let hangsUp = false
  const server = createServer((incoming, response) => {
    void read(incoming).then((body) => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const request = { method, path, headers, body }
      requests.push(request)
      if (hangsUp) {
        hangsUp = false
        incoming.socket.destroy()
        return
      }
      const { status, headers: more = {}, body: text = '' } = refusal ?? refusing(request) ?? respond(request)
      refusal = null
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refuseNext: (response) => {
      refusal = response
    },
    refuse: (next) => {
      refusing = next
    },
    hangUpNext: () => {
      hangsUp = true
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export const json = (status: number, body: unknown): ServiceResponse => ({
  status,
  body: JSON.stringify(body),
})

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Failures of a service, with the message that the user sees. @param service its name */
export const refusals = (service: string): readonly [ServiceResponse, unknown][] => [
  [{ status: 401 }, { key: 'outside.notAccepted', values: { service } }],
  [{ status: 403 }, { key: 'outside.notAccepted', values: { service } }],
  [
    { status: 429, headers: { 'retry-after': '30' } },
    { key: 'outside.tooOftenWait', values: { service, seconds: 30 } },
  ],
  [{ status: 429 }, { key: 'outside.tooOften', values: { service } }],
  [
    { status: 503, body: 'down' },
    { key: 'outside.down', values: { service, status: 503 } },
  ],
  [
    { status: 418, body: '{"url":["Enter a valid URL."]}' },
    { key: 'outside.refused', values: { service, status: 418, reason: 'url: Enter a valid URL.' } },
  ],
]
