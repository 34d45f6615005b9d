import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createChainCookies } from './chain-cookies.ts'
import { createOutbound, type Outbound } from './index.ts'

describe('cookies of a chain', () => {
  const at = (address: string): URL => new URL(address)
  const SITE = at('https://site.example/a/feed')
  const after = (url: URL, ...lines: string[]) => {
    const cookies = createChainCookies()
    cookies.receive(url, lines)
    return cookies
  }

  test('go to the host that set them, whatever they say', () => {
    const cookies = after(SITE, 'a=1; Domain=example; Path=/', 'b=2; Path=/; HttpOnly')
    expect(cookies.headerFor(at('https://site.example/'))).toBe('a=1; b=2')
    expect(cookies.headerFor(at('https://www.site.example/'))).toBeUndefined()
    expect(cookies.headerFor(at('https://other.example/'))).toBeUndefined()
  })

  test('go to their paths, and where they say so only by https', () => {
    const cookies = after(SITE, 'near=1', 'deep=2; path=/b', 'safe=3; Path=/; Secure')
    expect(cookies.headerFor(SITE)).toBe('near=1; safe=3')
    expect(cookies.headerFor(at('https://site.example/b/c'))).toBe('deep=2; safe=3')
    expect(cookies.headerFor(at('https://site.example/bc'))).toBe('safe=3')
    expect(cookies.headerFor(at('http://site.example/a/'))).toBe('near=1')
  })

  test('replace and delete each other', () => {
    const cookies = after(SITE, 'a=1; Path=/', 'a=2; Path=/', 'b=3; Path=/')
    expect(cookies.headerFor(SITE)).toBe('a=2; b=3')
    cookies.receive(SITE, ['a=; Path=/; Max-Age=0', 'b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    expect(cookies.headerFor(SITE)).toBeUndefined()
  })

  test("stand beside the caller's own, and replace those of the same name", () => {
    expect(after(SITE, 'a=1; Path=/').headerFor(SITE, 'mine=0; a=9')).toBe('mine=0; a=1')
    expect(createChainCookies().headerFor(SITE, 'mine=0')).toBe('mine=0')
  })

  test.each(['', '=1', 'a', 'a=\u00e9', 'a b=1', `a=${'x'.repeat(5000)}`])('%j is none', (line) => {
    expect(after(SITE, line).headerFor(SITE)).toBeUndefined()
  })
})

describe('a redirect that sets a cookie', () => {
  let server: Server
  let outbound: Outbound
  let seen: (string | undefined)[]
  afterEach(async () => {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })
  const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    seen = []
    outbound = createOutbound({ allow: ['127.0.0.0/8'], userAgent: 'Lectern/test' })
    server = createServer((request, response) => {
      seen.push(request.headers.cookie)
      answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('to the same address leads there, and the cookie is forgotten afterwards', async () => {
    const base = await serve(({ headers }, response) => {
      if (headers.cookie?.includes('seen=1')) response.end('here')
      else response.writeHead(302, { 'set-cookie': ['seen=1; Path=/', 'b=2'], location: '/' }).end()
    })
    expect(await outbound.ask(base, { headers: { Cookie: 'mine=0' } })).toMatchObject({
      ok: true,
      status: 200,
    })
    expect(await outbound.ask(base)).toMatchObject({ ok: true, status: 200 })
    expect(seen).toEqual(['mine=0', 'mine=0; seen=1; b=2', undefined, 'seen=1; b=2'])
  })

  test('tells it to no other host', async () => {
    const base = await serve(({ url }, response) => {
      const other = `${base.replace('127.0.0.1', '127.0.0.2')}/end`
      if (url === '/end') response.end('here')
      else response.writeHead(302, { 'set-cookie': 'a=1; Path=/', location: other }).end()
    })
    server.close()
    server.closeAllConnections()
    await once(server.listen(Number(new URL(base).port), '0.0.0.0'), 'listening')
    expect(await outbound.ask(base)).toMatchObject({ ok: true, status: 200 })
    expect(seen).toEqual([undefined, undefined])
  })

  test('and another one each time ends as a circle does', async () => {
    let count = 0
    const base = await serve((_, response) => {
      count += 1
      response.writeHead(302, { 'set-cookie': `a=${count}`, location: '/' }).end()
    })
    expect(await outbound.ask(base)).toMatchObject({ ok: false, kind: 'redirects' })
    expect(count).toBeLessThan(10)
  })

  test.each([
    [Buffer.from('/café.xml'), '/caf%C3%A9.xml'],
    [Buffer.from('/caf\u00e9.xml', 'latin1'), '/caf%E9.xml'],
    [Buffer.from('/日本語?q=語'), '/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%E8%AA%9E'],
  ])('a Location of raw bytes is followed: %s', async (location, path) => {
    const paths: (string | undefined)[] = []
    const base = await serve(({ url, socket }, response) => {
      paths.push(url)
      if (url !== '/') return void response.end('here')
      socket.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: '),
          location,
          Buffer.from('\r\n\r\n'),
        ]),
      )
    })
    expect(await outbound.ask(base)).toMatchObject({ ok: true, url: base + path })
    expect(paths).toEqual(['/', path])
  })
})
