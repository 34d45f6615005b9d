import { expect, test } from 'vitest'
import { rssOf } from '../../../tests/support/site.ts'
import { createReadApart } from './read-apart.ts'
import { readDocument } from './read-document.ts'

const NOW = Date.UTC(2026, 10, 21)
const documentOf = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'application/rss+xml',
  url: 'https://site.example/feed',
})
const many = Array.from({ length: 300 }, (_, number) => `entry ${number}`)

test('a large document says the same in a process of its own', async () => {
  const apart = createReadApart({ large: 1000 })
  const document = documentOf(rssOf(many))
  expect(await apart.read(document, NOW)).toEqual(await readDocument(document, NOW))
  expect(await apart.read(documentOf('<html>'.padEnd(2000)), NOW)).toMatchObject({ ok: false })
  await apart.close()
})

test('a process that rested too long is made anew for the next document', async () => {
  const apart = createReadApart({ large: 1000, idle: 1 })
  const document = documentOf(rssOf(many))
  for (let time = 0; time < 3; time += 1) {
    expect(await apart.read(document, NOW)).toMatchObject({ ok: true })
    await new Promise((rested) => setTimeout(rested, 20))
  }
  await apart.close()
})

test('one that takes too long is given up, and the next is read', async () => {
  const hasty = createReadApart({ large: 1000, time: 1 })
  const slow = documentOf(rssOf(Array.from({ length: 20_000 }, (_, number) => `entry ${number}`)))
  expect(await hasty.read(slow, NOW)).toEqual({ ok: false, words: 'The feed took too long to read' })
  expect(await hasty.read(documentOf(rssOf(['a'])), NOW)).toMatchObject({ ok: true })
  await hasty.close()
  const apart = createReadApart({ large: 1000 })
  expect(await apart.read(slow, NOW)).toMatchObject({ ok: true })
  await apart.close()
})

test('one that bursts its memory takes nobody with it, and the next is read', async () => {
  const apart = createReadApart({ large: 1000, memory: 24 })
  const flat = `<rss><channel>${'<a/>'.repeat(1_000_000)}</channel></rss>`
  expect(await apart.read(documentOf(flat), NOW)).toEqual({
    ok: false,
    words: 'The feed is too large to be read',
  })
  expect(await apart.read(documentOf(rssOf(many.slice(0, 20))), NOW)).toMatchObject({ ok: true })
  await apart.close()
})
