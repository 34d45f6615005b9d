import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type Limits, type Outbound, type SiteBackOff, type Resolve } from './index.ts'

const LIMITS = { encoded: 100_000, decoded: 200_000, time: 400, redirects: 5 }
let server: Server | null = null
let outbound: Outbound | null = null
afterEach(async () => {
  await outbound?.close()
  server?.closeAllConnections()
  server?.close()
  server = outbound = null
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
function client(
  options: {
    allow?: readonly string[]
    resolve?: Resolve
    limits?: Partial<Limits>
    backOff?: SiteBackOff
  } = {},
): Outbound {
  outbound = createOutbound({
    allow: options.allow ?? ['127.0.0.1'],
    userAgent: 'Lectern/test',
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.backOff ? { backOff: options.backOff } : {}),
    limits: { ...LIMITS, ...options.limits },
  })
  return outbound
}

describe('the guard', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://user:word@127.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://intranet/',
    'http://example.org:22/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
  ])('lets nothing go to %s', async (url) => {
    expect(await client({ allow: [] }).ask(url)).toMatchObject({ ok: false, kind: 'refused' })
  })

  test.each([
    'http://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'http://127.0.0.1@93.184.216.34/',
  ])('lets requests go to %s', async (url) => {
    expect(await client({ allow: [] }).refusal(url)).toBeNull()
  })

  test('judges a name by everything it resolves to', async () => {
    const resolve: Resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ]
    expect(await client({ allow: [], resolve }).ask('http://feeds.example.org/')).toMatchObject({
      kind: 'refused',
    })
  })

  test('is not fooled by a name that changes after the check', async () => {
    let requests = 0
    const base = await serve((_, answer) => answer.end('inside'))
    const resolve: Resolve = async () => [
      { address: requests++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 },
    ]
    const guarded = client({ allow: [], resolve })
    expect(await guarded.refusal('http://rebind.example.org/')).toBeNull()
    const url = base.replace('127.0.0.1', 'rebind.example.org')
    expect(await guarded.ask(url)).toMatchObject({ kind: 'refused' })
  })

  test('judges again after a redirect', async () => {
    const base = await serve((_, answer) =>
      answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(await client().ask(base)).toMatchObject({ ok: false, kind: 'refused' })
  })

  test('lets through what FETCH_ALLOW names, on its port only', async () => {
    const base = await serve((_, answer) => answer.end('mine'))
    const port = new URL(base).port
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const home = `http://feeds.home.example:${port}/`
    expect(await client({ allow: ['127.0.0.0/8'] }).ask(base)).toMatchObject({ ok: true })
    expect(await client({ allow: [`feeds.home.example:${port}`], resolve }).ask(home)).toMatchObject({
      ok: true,
    })
    expect(await client({ allow: ['feeds.home.example:1'], resolve }).ask(home)).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('a response', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip', (body: Buffer) => body],
  ])('packed as %s is unpacked', async (encoding, pack) => {
    const base = await serve((_, answer) => {
      answer.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('<rss>Grüße</rss>')))
    })
    const answer = await client().ask(base)
    expect(answer.ok && new TextDecoder().decode(answer.bytes)).toBe('<rss>Grüße</rss>')
  })

  test('names us, and carries no cookie and no referrer', async () => {
    let seen: Record<string, unknown> = {}
    const base = await serve((request, answer) => {
      seen = { ...request.headers }
      answer.writeHead(200, { 'set-cookie': 'a=b' }).end()
    })
    const guarded = client()
    await guarded.ask(base)
    await guarded.ask(base)
    expect(seen['user-agent']).toBe('Lectern/test')
    expect(seen).not.toHaveProperty('cookie')
    expect(seen).not.toHaveProperty('referer')
  })

  test('remembers only the unbroken chain of permanent redirects', async () => {
    const hops: Readonly<Record<string, readonly [number, string]>> = {
      '/a': [301, '/b'],
      '/b': [308, '/c'],
      '/c': [302, '/d'],
    }
    const base = await serve((request, answer) => {
      const hop = hops[request.url ?? '']
      if (hop) answer.writeHead(hop[0], { location: hop[1] }).end()
      else answer.end('here')
    })
    expect(await client().ask(`${base}/a`)).toMatchObject({
      ok: true,
      url: `${base}/d`,
      movedTo: `${base}/c`,
    })
    expect(await client().ask(`${base}/c`)).toMatchObject({ ok: true, url: `${base}/d`, movedTo: null })
  })

  test('sends a password to its own origin only', async () => {
    const seen: (string | undefined)[] = []
    const base = await serve((request, answer) => {
      seen.push(request.headers.authorization)
      if (request.url === '/')
        answer.writeHead(302, { location: `${base.replace('127.0.0.1', '127.0.0.2')}/x` }).end()
      else answer.end()
    })
    await client({ allow: ['127.0.0.0/8'] }).ask(base, { headers: { authorization: 'Bearer secret' } })
    expect(seen[0]).toBe('Bearer secret')
    expect(seen).not.toEqual(['Bearer secret', 'Bearer secret'])
  })
})

describe('a failure has a kind and a message', () => {
  test('a body without end', async () => {
    const base = await serve((_, answer) => {
      const timer = setInterval(() => answer.write(Buffer.alloc(50_000)), 1)
      answer.on('close', () => clearInterval(timer))
    })
    expect(await client().ask(base)).toMatchObject({ kind: 'size' })
  })

  test('a small answer that unpacks to a huge one', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const base = await serve((_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await client().ask(base)).toMatchObject({ kind: 'size' })
  })

  test('a large answer that unpacks to an endless one, left before its end', async () => {
    let sent = 0
    const part = randomBytes(50_000)
    const base = await serve((_, answer) => {
      const packed = createGzip().on('error', () => undefined)
      packed.pipe(answer.writeHead(200, { 'content-encoding': 'gzip' }))
      answer.on('close', () => packed.destroy())
      const more = (): void => {
        sent += part.length
        if (sent >= 100_000_000 || packed.destroyed) return
        if (packed.write(part)) return void setImmediate(more)
        packed.once('drain', more)
      }
      more()
    })
    const guarded = client({ limits: { encoded: 50_000_000, decoded: 1_000_000, time: 5_000 } })
    expect(await guarded.ask(base)).toMatchObject({ kind: 'size' })
    expect(sent).toBeLessThan(50_000_000)
  })

  test('a large packed answer comes whole, and one that is cut off does not come at all', async () => {
    const text = randomBytes(100_000).toString('hex')
    const packed = gzipSync(text)
    const base = await serve((request, answer) => {
      answer.writeHead(200, { 'content-encoding': 'gzip' })
      answer.end(request.url === '/cut' ? packed.subarray(0, 90_000) : packed)
    })
    const guarded = client({ limits: { encoded: 1_000_000, decoded: 1_000_000, time: 5_000 } })
    const answer = await guarded.ask(base)
    expect(answer.ok && Buffer.from(answer.bytes).toString()).toBe(text)
    expect(answer).toMatchObject({ wireBytes: packed.length })
    expect(await guarded.ask(`${base}/cut`)).toMatchObject({ kind: 'encoding' })
  })

  test('a site that sends a byte now and then', async () => {
    const base = await serve((_, answer) => {
      const timer = setInterval(() => answer.write('x'), 20)
      answer.on('close', () => clearInterval(timer))
    })
    const guarded = client({ limits: { time: 20_000, silence: 100 } })
    expect(await guarded.ask(base)).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/slowly/),
    })
  })

  test('a site that sends nothing', async () => {
    const base = await serve(() => undefined)
    expect(await client().ask(base)).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/in time/),
    })
  })

  test('a site that stops in the middle', async () => {
    const base = await serve((_, answer) => void answer.writeHead(200).write('<rss>'))
    expect(await client().ask(base)).toMatchObject({ kind: 'timeout' })
  })

  test('a redirect in a circle', async () => {
    let requests = 0
    const base = await serve((_, answer) => {
      requests += 1
      answer.writeHead(302, { location: '/' }).end()
    })
    expect(await client().ask(base)).toMatchObject({
      kind: 'redirects',
      message: expect.stringMatching(/circle/),
    })
    expect(requests).toBe(1)
  })

  test('a connection cut off, and a refused one', async () => {
    const base = await serve((request) => request.socket.destroy())
    expect(await client().ask(base)).toMatchObject({ kind: 'connection' })
    server?.close()
    await once(server as Server, 'close')
    expect(await client().ask(base)).toMatchObject({
      kind: 'connection',
      message: expect.stringMatching(/refused/),
    })
  })

  test('a name that does not resolve', async () => {
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await client({ resolve }).ask('http://nowhere.example.org/')).toMatchObject({ kind: 'dns' })
  })

  test('no address at all', async () => {
    expect(await client().ask('not an address')).toMatchObject({ kind: 'address' })
  })

  test('all names of a site share its line of two', async () => {
    let open = 0
    let most = 0
    const base = await serve((_, answer) => {
      most = Math.max(most, ++open)
      setTimeout(() => answer.end(() => (open -= 1)), 10)
    })
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const names = ['a.example.org', 'b.example.org', 'example.org', 'c.d.example.org']
    const guarded = client({ allow: names, resolve })
    const requests = names.flatMap((name) =>
      [1, 2, 3].map((one) => guarded.ask(`${base.replace('127.0.0.1', name)}/${one}`)),
    )
    expect((await Promise.all(requests)).every(({ ok }) => ok)).toBe(true)
    expect(most).toBe(2)
  })

  test('urgent requests go first', async () => {
    const order: string[] = []
    const base = await serve((request, answer) => {
      order.push(request.url ?? '')
      setTimeout(() => answer.end(), 5)
    })
    const guarded = client()
    const requests = [0, 0, 0, -1, 0, 1].map((urgency, at) => guarded.ask(`${base}/${at}`, { urgency }))
    await Promise.all(requests)
    expect(order.slice(2)).toEqual(['/5', '/2', '/4', '/3'])
  })

  test('a site that is backing off gets no request, also not from its queue', async () => {
    let requests = 0
    const base = await serve((_, answer) => {
      requests += 1
      answer.writeHead(429).end()
    })
    let alone = false
    const guarded = client({
      backOff: {
        refusal: () => (alone ? { ok: false, kind: 'waiting', message: 'later' } : null),
        received: (_, status) => void (alone ||= status === 429),
        isSlow: () => false,
      },
    })
    const answers = await Promise.all([1, 2, 3, 4, 5].map((one) => guarded.ask(`${base}/${one}`)))
    expect(answers.slice(2)).toEqual(
      answers.slice(2).map(() => ({ ok: false, kind: 'waiting', message: 'later' })),
    )
    expect(requests).toBe(2)
  })

  test('a hanging site delays only itself', async () => {
    const base = await serve(
      (request, answer) => void (request.url === '/hang' ? undefined : answer.end('ok')),
    )
    const guarded = client({ limits: { time: 300 } })
    const requests = ['/hang', '/hang', '/one', '/two', '/hang', '/three'].map((path) =>
      guarded.ask(base + path),
    )
    expect((await Promise.all(requests)).map(({ ok }) => ok)).toEqual([false, false, true, true, false, true])
  })
})

describe('headers of callers', () => {
  test.each([
    ['a line break', { 'x-a': 'b\r\nc: 1' }],
    ['a space of no width', { authorization: 'Bearer tok\u200ben' }],
    ['a name that is none', { 'a b': 'c' }],
    ['an empty name', { '': 'c' }],
  ])('with %s are refused, and the site is asked again', async (_, headers) => {
    const url = await serve((_request, response) => void response.end('hello'))
    const { ask } = client()
    for (let time = 0; time < 4; time += 1)
      expect(await ask(url, { headers })).toMatchObject({ ok: false, kind: 'refused' })
    expect(await ask(url)).toMatchObject({ ok: true, status: 200 })
  })

  test.each([
    ['host', 'evil.example'],
    ['Host', 'evil.example'],
    ['connection', 'close'],
    ['Content-Length', '7'],
    ['transfer-encoding', 'chunked'],
    ['upgrade', 'websocket'],
    ['Expect', '100-continue'],
    ['keep-alive', 'timeout=1'],
    ['proxy-authorization', 'Basic eA=='],
  ])('do not set %s', async (name, value) => {
    let received: Readonly<Record<string, unknown>> = {}
    const url = await serve((request, response) => {
      received = request.headers
      response.end('hello')
    })
    const { ask } = client()
    for (let time = 0; time < 4; time += 1)
      expect(await ask(url, { headers: { [name]: value, 'x-kept': 'yes' } })).toMatchObject({ ok: true })
    expect(received).toMatchObject({ host: new URL(url).host, 'x-kept': 'yes' })
    expect(received[name.toLowerCase()]).not.toBe(value)
  })

  test('replace those of the server, however they are written', async () => {
    const url = await serve((request, response) => void response.end(request.headers['user-agent']))
    const answer = await client().ask(url, { headers: { 'User-Agent': 'mine' } })
    expect(answer.ok && new TextDecoder().decode(answer.bytes)).toBe('mine')
  })
})
