import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { endsAsDocument } from './ends-as-document.ts'
import { createOutbound, type Outbound } from './index.ts'

const FEED = '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Grüße</title></channel></rss>\n'
/** Longer than what is unpacked at once. */
const LONG = `<rss><channel><title>${randomBytes(100_000).toString('hex')}</title></channel></rss>`

describe('a document ends', () => {
  test.each([
    FEED,
    '<rss></rss><!-- made in 3 ms -->\n<!-- cached -->',
    '<!DOCTYPE html>\n<!-- x --><HTML><body></body></html>',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rdf:RDF></rdf:RDF >',
    '\ufeff<feed></feed>',
    '{"items":[]}',
    '[1]\n',
  ])('%j', (text) => {
    expect(endsAsDocument(Buffer.from(text))).toBe(true)
  })

  test('also in UTF-16', () => {
    expect(endsAsDocument(Buffer.from(`\ufeff${FEED}`, 'utf16le'))).toBe(true)
  })

  test.each([
    '',
    'text',
    FEED.slice(0, -3),
    '<rss><channel></channel>',
    '{"items":[',
    '<rss/',
    '<rss></rss><x',
  ])('%j does not', (text) => {
    expect(endsAsDocument(Buffer.from(text))).toBe(false)
  })
})

describe('an answer with a flaw', () => {
  let server: Server
  let outbound: Outbound
  afterEach(async () => {
    await outbound.close()
    server.close()
  })
  /** @param keepsOpen the connection is not closed after the response */
  const answered = async (head: string, body: Buffer, keepsOpen = false) => {
    server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        const answer = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), body])
        if (keepsOpen) socket.write(answer)
        else socket.end(answer)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    outbound = createOutbound({
      allow: ['127.0.0.1'],
      userAgent: 'Lectern/test',
      limits: { silence: 300, time: 5000 },
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const answer = await outbound.ask(address)
    return answer.ok ? Buffer.from(answer.bytes).toString() : answer
  }
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const tooLong = (body: Buffer): string => `Content-Length: ${body.length + 40}`

  test.each([
    ['a length that is too long', tooLong(Buffer.from(FEED)), FEED],
    ['the same before a closed connection', `Connection: close\r\n${tooLong(Buffer.from(FEED))}`, FEED],
    ['no last chunk', 'Transfer-Encoding: chunked', chunk(FEED)],
    [
      'no last chunk before a closed connection',
      'Connection: close\r\nTransfer-Encoding: chunked',
      chunk(FEED),
    ],
    ['a last chunk that is none', 'Transfer-Encoding: chunked', `${chunk(FEED)}zz\r\n`],
    ['a name of an encoding that is none', 'Content-Encoding: utf-8', FEED],
    ['gzip in name only', 'Content-Encoding: gzip', FEED],
    ['br in name only', 'Content-Encoding: br', FEED],
    ['zstd in name only', 'Content-Encoding: zstd', FEED],
    ['deflate in name only', 'Content-Encoding: deflate', FEED],
  ])('%s is read where the document is whole', async (_, head, body) => {
    expect(await answered(head, Buffer.from(body))).toBe(FEED)
  })

  test.each([
    ['gzip', gzipSync(FEED)],
    ['br', gzipSync(FEED)],
    ['utf-8', gzipSync(FEED)],
    ['gzip', gzipSync(FEED).subarray(0, -8)],
    ['gzip', Buffer.concat([gzipSync(FEED).subarray(0, -8), Buffer.alloc(8)])],
    ['gzip, gzip', gzipSync(FEED)],
    ['deflate', deflateSync(FEED).subarray(0, -4)],
    ['br', Buffer.concat([brotliCompressSync(FEED), Buffer.from('more')])],
    ['zstd', zstdCompressSync(FEED)],
  ])('%s with a damaged packing %# is unpacked where the document is whole', async (encoding, packed) => {
    const head = `Content-Encoding: ${encoding}\r\n${tooLong(packed)}`
    expect(await answered(head, packed)).toBe(FEED)
  })

  test.each([
    ['a length beside chunks', 'Content-Length: 12\r\nTransfer-Encoding: chunked', `${chunk(FEED)}0\r\n\r\n`],
    ['a sign that no value may have', 'X-Made: by\u0001hand', FEED],
    ['headers that are long', `X-Made: ${'x'.repeat(20_000)}`, FEED],
    ['a line that ends with a line feed alone', `X-Made: 1\nX-More: 2`, FEED],
  ])('%s in its headers is read', async (_, head, body) => {
    expect(await answered(head, Buffer.from(body))).toBe(FEED)
  })

  test('a second request for flawed headers goes nowhere that the first may not', async () => {
    await answered('X-Made: by\u0001hand', Buffer.from(FEED))
    const { port } = server.address() as AddressInfo
    await outbound.close()
    // After the first connection, its name resolves to the inner network.
    let connections = 0
    server.on('connection', () => void (connections += 1))
    const resolve = async () => [{ address: connections === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern/test', resolve })
    const address = `http://site.example:${port}/`
    expect(await outbound.ask(address)).toMatchObject({ ok: false, kind: 'refused' })
    expect(connections).toBe(1)
  })

  test('headers that say nothing certain are a failure in words', async () => {
    expect(await answered('X-Made: 1\r\n\u0000\u0000: 2', Buffer.from(FEED))).toMatchObject({
      ok: false,
      kind: 'connection',
      message: '127.0.0.1 sent an invalid HTTP response',
    })
    expect(await answered(`X-Made: ${'x'.repeat(100_000)}`, Buffer.from(FEED))).toMatchObject({ ok: false })
    expect(await answered('X Made: 1', Buffer.from(FEED))).toMatchObject({ ok: false, kind: 'connection' })
  })

  test('a long one, too', async () => {
    const packed = gzipSync(LONG).subarray(0, -8)
    expect(await answered(`Content-Encoding: gzip\r\n${tooLong(packed)}`, packed)).toBe(LONG)
  })

  test('a connection that stays open after the whole document', async () => {
    expect(await answered(tooLong(Buffer.from(FEED)), Buffer.from(FEED), true)).toBe(FEED)
  })

  test.each([
    ['a length that is too long', tooLong(Buffer.from(FEED)), Buffer.from(FEED.slice(0, 60)), 'connection'],
    ['no last chunk', 'Transfer-Encoding: chunked', Buffer.from(chunk(FEED.slice(0, 60))), 'connection'],
    ['half of a packing', 'Content-Encoding: gzip', gzipSync(LONG).subarray(0, 50_000), 'encoding'],
    ['half of a small packing', 'Content-Encoding: gzip', gzipSync(FEED).subarray(0, 50), 'encoding'],
  ])('%s is a failure where something is missing', async (_, head, body, kind) => {
    const failure = await answered(head, body)
    expect(failure).toMatchObject({ ok: false, kind })
    expect(failure).not.toMatchObject({ message: expect.stringContaining('before it responded') })
  })
})
