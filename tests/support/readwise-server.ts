/** A small server that speaks Readwise's protocol, refusals included, for tests on the loopback. */
import { json, startService, type Service, type ServiceRequest } from './service.ts'

export type ReadwiseServer = Service & {
  readonly token: string
  /** Documents saved so far, as they were sent. */
  readonly documents: readonly Readonly<Record<string, unknown>>[]
  /** Highlights by their text, as they were sent last. */
  readonly highlights: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Answers POST /api/v3/save/, POST /api/v2/highlights/ and GET /api/v2/auth/ as the service's public documentation says. */
export async function startReadwise(token = 'a-good-token'): Promise<ReadwiseServer> {
  const documents: Record<string, unknown>[] = []
  const highlights = new Map<string, Record<string, unknown>>()
  const respond = ({ path, headers, body }: ServiceRequest) => {
    if (headers.authorization !== `Token ${token}`) return json(401, { detail: 'Invalid token.' })
    if (path === '/api/v2/auth/') return { status: 204 }
    if (path === '/api/v2/highlights/') {
      const sent = (JSON.parse(body) as { highlights?: Record<string, unknown>[] }).highlights ?? []
      const isWrong = ({ text }: Record<string, unknown>) =>
        typeof text !== 'string' || text === '' || text.length > 8191
      if (sent.length === 0 || sent.some(isWrong))
        return json(400, { highlights: ['This field is invalid.'] })
      for (const one of sent) highlights.set(String(one['text']), one)
      return json(200, [{ id: 1, title: 'A title', modified_highlights: sent.map((_, at) => at + 1) }])
    }
    if (path !== '/api/v3/save/') return json(404, { detail: 'Not found.' })
    const document = JSON.parse(body) as Record<string, unknown>
    if (typeof document['url'] !== 'string') return json(400, { url: ['This field is required.'] })
    const known = documents.some((one) => one['url'] === document['url'])
    documents.push(document)
    const id = `doc${documents.length}`
    return json(known ? 200 : 201, { id, url: `https://read.example.org/read/${id}` })
  }
  return { ...(await startService(respond)), token, documents, highlights }
}
