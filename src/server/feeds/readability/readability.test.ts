import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedEntries, seedFeed } from '../../../../tests/support/library.ts'
import { openTestStorage } from '../../../../tests/support/storage.ts'
import { Refusal } from '../../http/refusal.ts'
import { createOutbound, type Outbound } from '../../outbound/index.ts'
import { createParsing, type Parsing } from '../../parsing/parsing.ts'
import type { Storage } from '../../storage/open.ts'
import { createReadability, type Readability } from './readability.ts'

let storage: Storage
let outbound: Outbound
let server: Server
let room: Readability
let parsing: Parsing
const requests: string[] = []
const pages = new Map<string, string>()

beforeEach(async () => {
  requests.length = 0
  pages.clear()
  server = createServer((request, answer) => {
    const path = request.url ?? ''
    requests.push(path)
    const html = pages.get(path)
    answer.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  storage = await openTestStorage()
  outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern/test' })
  parsing = createParsing()
  room = createReadability({ storage, outbound, parsing, now: Date.now })
})
afterEach(async () => {
  await parsing.close()
  await outbound.close()
  await storage.close()
  server.close()
})

const page = (number: number, next: string | null) => `<html><head><title>A long story of ships</title>
  ${next ? `<link rel="next" href="${next}">` : ''}</head><body><article>${Array.from(
    { length: 12 },
    (_, at) => `<p>Page ${number}, paragraph ${at}, tells of ships, and of the people who sail on them.</p>`,
  ).join('')}<script>x()</script></article></body></html>`
const entryAt = async (path: string): Promise<string> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const [id] = await seedEntries(storage, await seedFeed(storage), [{ url }])
  return id ?? ''
}
const pagesIn = (html: string | null) => [...new Set(html?.match(/Page \d+/g))]

test('the pages of an article are joined, sanitised, and cached', async () => {
  pages.set('/story', page(1, '/story?page=2'))
  pages.set('/story?page=2', page(2, '/story?page=3'))
  pages.set('/story?page=3', page(3, '/another-story'))
  const id = await entryAt('/story')
  const [one, other] = await Promise.all([room.ofEntry(id, 'ada'), room.ofEntry(id, 'ada')])
  expect(pagesIn(one)).toEqual(['Page 1', 'Page 2', 'Page 3'])
  expect(one).not.toContain('script')
  expect(other).toBe(one)
  expect(await room.ofEntry(id, 'ada')).toBe(one)
  expect(requests).toEqual(['/story', '/story?page=2', '/story?page=3'])
})

test('pages without end, and pages that are missing, end the article where it is', async () => {
  for (let number = 1; number < 40; number += 1)
    pages.set(number === 1 ? '/endless' : `/endless/${number}`, page(number, `/endless/${number + 1}`))
  expect(pagesIn(await room.ofEntry(await entryAt('/endless'), 'ada'))).toHaveLength(10)
  pages.set('/torn', page(1, '/torn/2'))
  expect(pagesIn(await room.ofEntry(await entryAt('/torn'), 'ada'))).toEqual(['Page 1'])
})

test('a page without an article, a missing page and a missing address are reported with a message', async () => {
  pages.set('/empty', '<html><body></body></html>')
  expect(await room.ofEntry(await entryAt('/empty'), 'ada')).toBeNull()
  await expect(room.ofEntry(await entryAt('/gone'), 'ada')).rejects.toThrow(Refusal)
  const [pageless = ''] = await seedEntries(storage, await seedFeed(storage), [{ url: null }])
  await expect(room.ofEntry(pageless, 'ada')).rejects.toThrow(Refusal)
  await expect(room.ofEntry('1', 'ada')).rejects.toThrow(Refusal)
})
