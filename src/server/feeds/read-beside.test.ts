import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rssOf } from '../../../tests/support/site.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { createReadApart } from './read-apart.ts'
import { readDocument } from './read-document.ts'
import type { Material } from './read-process.ts'

/** Nothing here is large. */
const parsing: Pick<Parsing, 'parse'> = {
  parse: () => Promise.reject(new Error('Only large documents are parsed elsewhere')),
}
const NOW = Date.UTC(2026, 10, 21)
const ANYBODY = { waiting: 0, inHand: 0 }
const documentOf = (text: string): Material => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'application/rss+xml',
  url: 'https://site.example/feed',
})
const documents = Array.from({ length: 60 }, (_, at) => documentOf(rssOf([`one of ${at}`, `two of ${at}`])))
const here = (list: readonly Material[]) => Promise.all(list.map((one) => readDocument(one, NOW)))

type Apart = ReturnType<typeof createReadApart>
const inTurn = async (apart: Apart, document: Material) => {
  const place = await apart.turn(document)
  const read = await apart.read(document, NOW).finally(place.isRead)
  place.isStored()
  return read
}
const moduleOf = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      let heard = 0
      parentPort.on('message', ({ number }) => { heard += 1; ${code} })`)}`,
  )

test('every document that we have says the same beside', async () => {
  const folder = new URL('../../../tests/fixtures/feeds/', import.meta.url)
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found.filter((one) => one.isFile()).map((one) => `${one.parentPath}/${one.name}`)
  expect(names.length).toBeGreaterThan(40)
  const fixtures = await Promise.all(
    names.map(async (name) => ({ ...documentOf(''), contentType: null, bytes: await readFile(name) })),
  )
  const lengths = fixtures.map(({ bytes }) => bytes.length)
  const apart = createReadApart({ parsing, crowd: ANYBODY, isLarge: () => false })
  const said = await Promise.all(fixtures.map((one) => inTurn(apart, one)))
  for (const [at, result] of (await here(fixtures)).entries()) expect(said[at], names[at]).toEqual(result)
  // What was read beside is still here to be stored.
  expect(fixtures.map(({ bytes }) => bytes.length)).toEqual(lengths)
  await apart.close()
})

test('a crowd is read beside, each document for itself, and the next crowd again', async () => {
  const apart = createReadApart({ parsing, crowd: { waiting: 8, inHand: 60 }, inHand: () => 60, idle: 50 })
  const expected = await here(documents)
  for (let time = 0; time < 2; time += 1) {
    expect(await Promise.all(documents.map((one) => inTurn(apart, one)))).toEqual(expected)
    await new Promise((rested) => setTimeout(rested, 100))
  }
  await apart.close()
})

test.each([
  ['few wait', { waiting: 61, inHand: 0 }],
  ['few are in hand', { waiting: 0, inHand: 1 }],
])('no thread is begun where %s', async (_, crowd) => {
  const nonsense = moduleOf('parentPort.postMessage({ number, answer: null })')
  const apart = createReadApart({ parsing, crowd, module: nonsense })
  expect(await Promise.all(documents.map((one) => inTurn(apart, one)))).toEqual(await here(documents))
  await apart.close()
})

test.each([
  ['dies at once', 'process.exit()'],
  [
    'dies later',
    "if (heard > 2) throw new Error('broken'); parentPort.postMessage({ number, error: 'broken' })",
  ],
  ['fails at each', "parentPort.postMessage({ number, error: 'broken' })"],
])('nothing is lost with a thread that %s', async (_, code) => {
  const apart = createReadApart({ parsing, crowd: ANYBODY, module: moduleOf(code) })
  expect(await Promise.all(documents.map((one) => inTurn(apart, one)))).toEqual(await here(documents))
  expect(await inTurn(apart, documentOf('<html>'))).toMatchObject({ ok: false })
  await apart.close()
})

test('one document that takes too long beside is given up, the others are read', async () => {
  const apart = createReadApart({ parsing, crowd: ANYBODY, module: moduleOf('for (;;);'), time: 100 })
  const [first, ...others] = await Promise.all(documents.map((one) => inTurn(apart, one)))
  expect(first).toEqual({ ok: false, words: 'The feed took too long to read' })
  expect(others).toEqual((await here(documents)).slice(1))
  await apart.close()
})

test('who stops while documents are beside gets them read', async () => {
  const apart = createReadApart({ parsing, crowd: ANYBODY, module: moduleOf('for (;;);') })
  const reading = Promise.all(documents.slice(0, 5).map((one) => inTurn(apart, one)))
  await apart.close()
  expect(await reading).toEqual(await here(documents.slice(0, 5)))
})
