import { afterEach, expect, test } from 'vitest'
import { createReader, type Reader } from './reader.ts'

let reader: Reader
afterEach(() => reader.close())
const article = `<article>${'<p>Words enough for an article, with commas, and a second half.</p>'.repeat(20)}</article>`

test('pages are read one after another, each with its own answer', async () => {
  reader = createReader()
  const pages = ['One', 'Two'].map(
    (title) => `<html><head><title>${title}</title></head><body>${article}</body></html>`,
  )
  const read = await Promise.all([
    ...pages.map((page) => reader.read(page)),
    reader.read('<html><body></body></html>'),
  ])
  expect(read.map((found) => found?.title ?? null)).toEqual(['One', 'Two', null])
})

test('a page that takes too long is given up in words', async () => {
  reader = createReader(1)
  await expect(reader.read(`<html><body>${article.repeat(200)}</body></html>`)).rejects.toThrow(/too long/)
})
