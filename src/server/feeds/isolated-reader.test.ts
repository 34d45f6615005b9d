import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rssOf } from '../../../tests/support/site.ts'
import { createParsing } from '../parsing/parsing.ts'
import { createIsolatedReader } from './isolated-reader.ts'
import { readDocument } from './read-document.ts'

const NOW = Date.UTC(2026, 10, 21)
const documentOf = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'application/rss+xml',
  url: 'https://site.example/feed',
})
const entries = (count: number) => Array.from({ length: count }, (_, number) => `entry ${number}`)

test('a large document has the same result in the child process', async () => {
  const parsing = createParsing({ mayParseHere: () => false })
  const apart = createIsolatedReader({ parsing, isLarge: () => true })
  const document = documentOf(rssOf(entries(300)))
  expect(await apart.read(document, NOW)).toEqual(await readDocument(document, NOW))
  expect(await apart.read(documentOf('<html>'), NOW)).toMatchObject({ ok: false })
  await parsing.close()
})

test('a slow document is an error of its feed, and a small document is parsed in this process', async () => {
  const parsing = createParsing({ mayParseHere: () => false, timeMs: 1 })
  const apart = createIsolatedReader({ parsing })
  expect(await apart.read(documentOf(rssOf(entries(20_000))), NOW)).toEqual({
    ok: false,
    message: 'The feed took too long to read',
  })
  expect(await apart.read(documentOf(rssOf(['a'])), NOW)).toMatchObject({ ok: true })
  await parsing.close()
})

test('small documents are parsed one at a time, in order of arrival', async () => {
  const parsing = createParsing()
  const { turn, read } = createIsolatedReader({ parsing })
  const documents = ['a', 'b', 'c'].map((title) => documentOf(rssOf([title])))
  const order: string[] = []
  await Promise.all(
    documents.map(async (document, at) => {
      const leave = await turn(document)
      order.push(`begin ${at}`)
      await read(document, NOW).finally(leave)
      order.push(`end ${at}`)
    }),
  )
  expect(order).toEqual([0, 1, 2].flatMap((at) => [`begin ${at}`, `end ${at}`]))
})

test('every fixture has the same result in the child process', async () => {
  const folder = new URL('../../../tests/fixtures/feeds/', import.meta.url)
  const results = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = results.filter((one) => one.isFile()).map((one) => `${one.parentPath}/${one.name}`)
  expect(names.length).toBeGreaterThan(40)
  const parsing = createParsing({ mayParseHere: () => false })
  const apart = createIsolatedReader({ parsing, isLarge: () => true })
  for (const name of names) {
    const document = { bytes: await readFile(name), contentType: null, url: 'https://site.example/feed' }
    expect(await apart.read(document, NOW), name).toEqual(await readDocument(document, NOW))
  }
  await parsing.close()
})
