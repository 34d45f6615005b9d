/** A small server that speaks Readwise's protocol, refusals included, for tests on the loopback. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReadwiseServer = {
  /** http://127.0.0.1:PORT */
  readonly url: string
  readonly token: string
  /** Documents saved so far, as they were sent. */
  readonly documents: readonly Readonly<Record<string, unknown>>[]
  /** The next answer is this one instead, once. */
  refuseNext(answer: { status: number; headers?: Readonly<Record<string, string>>; body: string }): void
  close(): Promise<void>
}

/** Answers POST /api/v3/save/ and GET /api/v2/auth/ as the service's public documentation says. */
export async function startReadwise(token = 'a-good-token'): Promise<ReadwiseServer> {
  const documents: Record<string, unknown>[] = []
  let refusal: { status: number; headers?: Readonly<Record<string, string>>; body: string } | null = null
  let saves = 0

  const reply = (path: string, authorization: string | undefined, body: string) => {
    if (refusal) {
      const answer = refusal
      refusal = null
      return answer
    }
    if (authorization !== `Token ${token}`) return json(401, { detail: 'Invalid token.' })
    if (path === '/api/v2/auth/') return { status: 204, body: '' }
    if (path !== '/api/v3/save/') return json(404, { detail: 'Not found.' })
    const document = JSON.parse(body) as Record<string, unknown>
    if (typeof document['url'] !== 'string') return json(400, { url: ['This field is required.'] })
    const known = documents.some((one) => one['url'] === document['url'])
    documents.push(document)
    saves += 1
    return json(known ? 200 : 201, { id: `doc${saves}`, url: `https://read.example.org/read/doc${saves}` })
  }

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const answer = reply(request.url ?? '', request.headers.authorization, body)
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    documents,
    refuseNext: (answer) => {
      refusal = answer
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const json = (
  status: number,
  body: unknown,
): { status: number; headers?: Record<string, string>; body: string } => ({
  status,
  body: JSON.stringify(body),
})

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
