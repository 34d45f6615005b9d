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

test('a page that bursts all bounds at once takes nobody with it', async () => {
  reader = createReader(8_000, 64)
  await expect(reader.read('<'.repeat(1_500_000))).rejects.toThrow(/too large|too long/)
  await expect(reader.read('<div>'.repeat(200_000))).rejects.toThrow(/too large|too long|could not be read/)
  expect(await reader.read('<html><body></body></html>')).toBeNull()
})

test('after a page that needs too much memory, and one that takes too long, the next one is read as ever', async () => {
  reader = createReader(8_000, 24)
  const huge = `<html><body>${'<p>a<b>b</b></p>'.repeat(400_000)}</body></html>`
  await expect(reader.read(huge)).rejects.toThrow(/too large|too long/)
  const page = `<html><head><title>Small</title></head><body>${article}</body></html>`
  expect((await reader.read(page))?.title).toBe('Small')
})
