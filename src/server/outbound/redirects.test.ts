import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from './index.ts'
import { redirectedRequest } from './redirects.ts'

const SECRETS = {
  authorization: 'Bearer secret',
  'proxy-authorization': 'Basic secret',
  cookie: 'a=secret',
  'x-api-key': 'secret',
  'X-Lectern-Signature': 'sha256=secret',
}
const HARMLESS = {
  accept: 'text/plain',
  'accept-language': 'ja',
  'if-none-match': '"one"',
  range: 'bytes=0-9',
}
const STATUSES = [301, 302, 303, 307, 308] as const

type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
type Site = { readonly url: string; readonly seen: Seen[] }

const servers: Server[] = []
let outbound: Outbound | undefined
afterEach(async () => {
  await outbound?.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A site on a port, so an origin, of its own. @param redirects by path: status and target */
async function startSite(redirects: Readonly<Record<string, readonly [number, string]>> = {}): Promise<Site> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    const redirect = redirects[url]
    if (redirect) response.writeHead(redirect[0], { location: redirect[1] }).end()
    else response.end('here')
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function client(): Outbound {
  outbound = createOutbound({ allow: ['127.0.0.0/8'], userAgent: 'Lectern/test' })
  return outbound
}

test.each(STATUSES)('a %s to another origin takes no secret along, however it is named', async (status) => {
  const other = await startSite()
  const site = await startSite({ '/': [status, `${other.url}/there`] })
  const answer = await client().ask(site.url, { headers: { ...SECRETS, ...HARMLESS } })
  expect(answer).toMatchObject({ ok: true, status: 200, url: `${other.url}/there` })
  expect(site.seen[0]?.headers).toMatchObject({
    'x-api-key': 'secret',
    'x-lectern-signature': 'sha256=secret',
  })
  expect(other.seen).toHaveLength(1)
  expect(JSON.stringify(other.seen)).not.toContain('secret')
  expect(other.seen[0]?.headers).toMatchObject({ ...HARMLESS, 'user-agent': 'Lectern/test' })
})

test.each(STATUSES)('a %s to another origin takes no body along', async (status) => {
  const other = await startSite()
  const site = await startSite({ '/': [status, `${other.url}/there`] })
  const headers = { ...SECRETS, 'content-type': 'application/json' }
  const answer = await client().ask(site.url, { method: 'POST', headers, body: '{"secret":1}' })
  expect(site.seen).toMatchObject([{ method: 'POST', body: '{"secret":1}' }])
  expect(JSON.stringify(other.seen)).not.toContain('secret')
  if (status === 307 || status === 308) {
    expect(answer).toMatchObject({
      ok: false,
      kind: 'redirects',
      message: expect.stringContaining('must not get'),
    })
    expect(other.seen).toEqual([])
  } else {
    expect(answer).toMatchObject({ ok: true, status: 200, bodyDropped: status !== 303 })
    expect(other.seen).toMatchObject([{ method: 'GET', url: '/there', body: '' }])
    expect(other.seen[0]?.headers).not.toHaveProperty('content-type')
  }
})

test.each(['PUT', 'PATCH', 'DELETE'] as const)('a %s goes to no other origin', async (method) => {
  const other = await startSite()
  const site = await startSite({ '/': [302, other.url] })
  expect(await client().ask(site.url, { method })).toMatchObject({ ok: false, kind: 'redirects' })
  expect(other.seen).toEqual([])
})

test('within its origin a request stays what it is, but for what 301, 302 and 303 make of a POST', async () => {
  const site = await startSite({
    '/kept': [307, '/there'],
    '/seen': [303, '/there'],
    '/moved': [301, '/there'],
    // The result of the write is read at the same address.
    '/form': [303, '/form?done'],
  })
  const ask = (path: string) =>
    client().ask(site.url + path, { method: 'POST', headers: SECRETS, body: 'text' })
  for (const path of ['/kept', '/seen', '/moved', '/form']) {
    expect(await ask(path)).toMatchObject({ ok: true, status: 200 })
    await outbound?.close()
  }
  const there = site.seen.filter(({ url }) => url === '/there')
  expect(there.map(({ method, body }) => [method, body])).toEqual([
    ['POST', 'text'],
    ['GET', ''],
    ['GET', ''],
  ])
  expect(there.map(({ headers }) => headers['x-api-key'])).toEqual(['secret', 'secret', 'secret'])
})

test('a secret that was dropped does not come back when the way leads back', async () => {
  const way: Record<string, readonly [number, string]> = {}
  const site = await startSite(way)
  const other = await startSite({ '/': [302, `${site.url}/end`] })
  way['/'] = [302, other.url]
  expect(await client().ask(site.url, { headers: SECRETS })).toMatchObject({
    ok: true,
    url: `${site.url}/end`,
  })
  expect(site.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['secret', undefined])
})

test('the same host without TLS is another origin', () => {
  const [from, to] = [new URL('https://feeds.example.org/'), new URL('http://feeds.example.org/')]
  const request = {
    url: from,
    method: 'GET',
    headers: { ...SECRETS, accept: 'text/plain' },
    body: null,
  } as const
  expect(redirectedRequest(request, 302, to)).toMatchObject({ headers: { accept: 'text/plain' } })
  expect(redirectedRequest({ ...request, method: 'POST' }, 307, to)).toMatchObject({ ok: false })
})
