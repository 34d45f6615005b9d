import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readBody } from './body.ts'
import { listen } from './listen.ts'
import { Refusal } from './refusal.ts'

const refused: unknown[] = []
let close: (() => void) | undefined
afterEach(() => close?.())

async function start(): Promise<number> {
  const app = new Hono().post('/', async ({ req, text }) => {
    const body = await readBody(req.raw, 2e6).catch((thrown: unknown) => thrown)
    if (body instanceof Uint8Array) return text(String(body.length))
    refused.push(body)
    return text('', 422)
  })
  const timeouts = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }
  const server = await listen(app.fetch, { HOST: '127.0.0.1', PORT: 0, SOCKET: '' }, timeouts)
  close = () => void server.close()
  return (server.address() as AddressInfo).port
}

/** Sends a text at once, then a byte again and again, until the server has enough. */
async function drip(port: number, begin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(begin)
  const timer = setInterval(() => socket.write('x'), 30)
  let answer = ''
  try {
    for await (const part of socket) answer += String(part)
  } catch {
    // Closed while a byte was in flight.
  } finally {
    clearInterval(timer)
  }
  return answer
}

const HEAD = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n'

test('a body that arrives byte by byte times out', async () => {
  const answer = await drip(await start(), `${HEAD}Content-Length: 1000000\r\n\r\n`)
  expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
  await expect.poll(() => refused).toEqual([expect.any(Refusal)])
})

test('headers that never end are not waited for', async () => {
  const answer = await drip(await start(), `${HEAD}X-Slow: `)
  expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a body that arrives in time is read, and the next one on the same connection', async () => {
  const port = await start()
  for (const length of [3, 500_000]) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(length) })
    expect(await answer.text()).toBe(String(length))
  }
})

describe('a Unix socket', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-socket-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const { fetch } = new Hono().get('/', ({ text }) => text('here'))
  const at = (name: string) => ({ HOST: '127.0.0.1', PORT: 0, SOCKET: join(dir, name) })
  const answerAt = (socketPath: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath, path: '/', agent: false }, async (response) => {
        resolve((await response.toArray()).join(''))
      })
      sent.once('error', reject).end()
    })

  test('is served in place of a port, and open to the group of the server alone', async () => {
    const server = await listen(fetch, at('a'))
    expect(await answerAt(join(dir, 'a'))).toBe('here')
    expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o660)
    await new Promise((done) => server.close(done))
    expect(existsSync(join(dir, 'a'))).toBe(false)
  })

  test('that a killed server left is opened again, one in use is not', async () => {
    // As a killed process leaves it: a file without a listener.
    const left = createServer().listen(join(dir, 'old'))
    await once(left, 'listening')
    renameSync(join(dir, 'old'), join(dir, 'b'))
    await new Promise((done) => left.close(done))
    expect(statSync(join(dir, 'b')).isSocket()).toBe(true)
    const server = await listen(fetch, at('b'))
    await expect(listen(fetch, at('b'))).rejects.toThrow('b is taken by another program')
    expect(await answerAt(join(dir, 'b'))).toBe('here')
    await new Promise((done) => server.close(done))
  })

  test('does not replace another file', async () => {
    writeFileSync(join(dir, 'c'), 'mine')
    await expect(listen(fetch, at('c'))).rejects.toThrow('SOCKET')
    expect(readFileSync(join(dir, 'c'), 'utf8')).toBe('mine')
    await expect(listen(fetch, at('missing/d'))).rejects.toThrow('cannot be opened')
  })
})
