import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { RECORDING_PART, type OfflineSize } from '../../contract/offline.ts'

/** One and a half parts. */
const FILE = Buffer.alloc(RECORDING_PART * 1.5, 'lectern')
const nothing = { entries: 0, isCut: false, textLength: 0, pictures: 0 }

describe('taking entries along', () => {
  let site: Site
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    site = await startSite()
    server = await startTestServer({
      env: { RECORDING_MB: '20', FETCH_ALLOW: `127.0.0.1:${new URL(site.url).port}` },
    })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, feedId, { isPrivate: 1 })
    const audio = (name: string, size?: number) =>
      JSON.stringify([
        { url: `${site.url}/${name}`, mime_type: 'audio/mpeg', ...(size && { size_in_bytes: size }) },
        { url: `${site.url}/notes.pdf`, mime_type: 'application/pdf', size_in_bytes: 9 },
      ])
    await seedEntries(server.storage, feedId, [
      { title: 'Roses', content: '<p>One</p><img src="/a.png"><img src="/b.png">' },
      {
        title: 'Roses again',
        content: '<p>Two</p>',
        media: JSON.stringify([{ type: 'photo', url: 'https://example.org/c.png' }]),
        attachments: audio('a.mp3', 1000),
      },
      { title: 'Roses, third', content: '<p>Three</p>', attachments: audio('b.mp3') },
      { title: 'Oaks', content: '<p>Else</p>', attachments: audio('c.mp3', 5000) },
    ])
  })
  afterAll(async () => {
    await server.close()
    site.close()
  })

  const measure = async (who: TestUser, q: string) => {
    const response = await who.request(`/offline?${new URLSearchParams({ q })}`)
    return ((await response.json()) as { data: OfflineSize }).data
  }
  const sign = async (url: string) => {
    const response = await ann.request('/offline/recordings', { method: 'POST', body: { urls: [url] } })
    return ((await response.json()) as { data: Record<string, string> }).data[url] ?? ''
  }
  const get = (path: string) => server.app.request(path)

  test('what a query would take is measured: texts, pictures, and recordings with a known size or without', async () => {
    const texts = '<p>One</p><img src="/a.png"><img src="/b.png"><p>Two</p><p>Three</p>'
    expect(await measure(ann, 'roses')).toEqual({
      entries: 3,
      isCut: false,
      textLength: texts.length,
      pictures: 3,
      recordings: { count: 2, bytes: 1000, unknown: 1 },
    })
    const one = await measure(ann, 'roses limit:1')
    expect([one.entries, one.isCut]).toEqual([1, false])
    expect(await measure(ann, 'tulips')).toEqual({
      ...nothing,
      recordings: { count: 0, bytes: 0, unknown: 0 },
    })
  })

  test('another user measures nothing of it, and nobody without a session measures or signs', async () => {
    expect((await measure(ben, 'roses')).entries).toBe(0)
    expect((await server.request('/offline?q=roses')).status).toBe(401)
    const body = { urls: [`${site.url}/a.mp3`] }
    expect((await server.request('/offline/recordings', { method: 'POST', body })).status).toBe(401)
  })

  test('a query that cannot be read is refused with its place', async () => {
    const response = await ann.request('/offline?q=is%3Anothing')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('position')
  })

  test('a recording is served in parts, from a host with parts and from one without', async () => {
    const path = await sign(`${site.url}/a.mp3`)
    expect(path).toMatch(/^\/recordings\/[\w-]{43}\?url=/)
    for (const hasParts of [true, false]) {
      site.answer = (request, response) => {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
        const part = FILE.subarray(Number(from), Number(to) + 1)
        if (!hasParts) return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(FILE)
        const range = `bytes ${from}-${Number(from) + part.length - 1}/${FILE.length}`
        response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': range }).end(part)
      }
      const parts: Buffer[] = []
      for (const from of [0, RECORDING_PART]) {
        const response = await get(`${path}&from=${from}`)
        expect(response.status).toBe(206)
        expect(response.headers.get('content-type')).toBe('audio/mpeg')
        expect(response.headers.get('content-range')).toMatch(new RegExp(`/${FILE.length}$`))
        expect(response.headers.get('content-security-policy')).toContain('sandbox')
        parts.push(Buffer.from(await response.arrayBuffer()))
      }
      expect(Buffer.concat(parts).equals(FILE)).toBe(true)
      expect(site.requests.at(-1)?.headers).not.toHaveProperty('cookie')
    }
    expect((await get(`${path}&from=7`)).status).toBe(400)
  })

  test('a page, an unreachable file and one that is too large are not served, nor is an unsigned address', async () => {
    const path = await sign(`${site.url}/b.mp3`)
    const answers: Site['answer'][] = [
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Pay</p>'),
      (_, response) => void response.writeHead(404, { 'content-type': 'audio/mpeg' }).end(),
      (_, response) =>
        void response
          .writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 0-6/20000001' })
          .end('lectern'),
      (_, response) => void response.writeHead(206, { 'content-type': 'audio/mpeg' }).end('lectern'),
    ]
    for (const answer of answers) {
      site.answer = answer
      expect((await get(`${path}&from=0`)).status).toBe(502)
    }
    const before = site.requests.length
    expect((await get(path.replace('b.mp3', 'd.mp3'))).status).toBe(403)
    expect((await get(path.replace(/recordings\/[\w-]+/, 'recordings/x'))).status).toBe(403)
    expect(site.requests).toHaveLength(before)
    const inner = await sign('http://169.254.169.254/a.mp3')
    expect((await get(inner)).status).toBe(502)
  })
})

test('a server with RECORDING_MB=0 signs none', async () => {
  const server = await startTestServer({ env: { RECORDING_MB: '0' } })
  const ada = await server.signUp('ada')
  const body = { urls: ['https://example.org/a.mp3'] }
  const response = await ada.request('/offline/recordings', { method: 'POST', body })
  expect(await response.json()).toEqual({ code: 0, data: {} })
  await server.close()
})
