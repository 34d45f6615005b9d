import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { rssOf } from '../../../tests/support/site.ts'
import { isSmall } from './is-small.ts'
import { createParsing, type Parsing } from './parsing.ts'

const NOW = Date.UTC(2026, 10, 21)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const feedOf = (text: string) => ({
  document: { bytes: bytesOf(text), contentType: 'application/rss+xml', url: 'https://site.example/feed' },
  now: NOW,
})
const entries = (count: number) => Array.from({ length: count }, (_, number) => `entry ${number}`)
const many = feedOf(rssOf(entries(300)))
const pageOf = (html: string) => ({
  bytes: bytesOf(html),
  contentType: 'text/html',
  url: 'https://a.example/',
})
const article = `<article>${'<p>Words enough for an article, with commas, and a second half.</p>'.repeat(20)}</article>`
const titled = (title: string) =>
  pageOf(`<html><head><title>${title}</title></head><body>${article}</body></html>`)

let parsing: Parsing
const isolated = (options: Parameters<typeof createParsing>[0] = {}) =>
  (parsing = createParsing({ mayParseHere: () => false, ...options }))
afterEach(() => parsing.close())

describe('the child process', () => {
  test('that was idle too long is started anew for the next document', async () => {
    isolated({ idleMs: 1 })
    for (let time = 0; time < 3; time += 1) {
      expect(await parsing.parse('feed', many)).toMatchObject({ ok: true })
      await new Promise((idle) => setTimeout(idle, 20))
    }
  })

  test('takes one document after another, each with its own result', async () => {
    isolated()
    const pages = [titled('One'), titled('Two'), pageOf('<html><body></body></html>')]
    const read = await Promise.all(pages.map((page) => parsing.parse('article', page)))
    expect(read.map((results) => results?.title ?? null)).toEqual(['One', 'Two', null])
  })

  test('cancels a document that takes too long, and parses the next', async () => {
    isolated({ timeMs: 1 })
    const slow = feedOf(rssOf(entries(20_000)))
    await expect(parsing.parse('feed', slow)).rejects.toMatchObject({
      failure: 'time',
      message: 'The feed took too long to read',
    })
    await parsing.close()
    isolated()
    expect(await parsing.parse('feed', slow)).toMatchObject({ ok: true })
  })

  test('that runs out of memory takes nothing with it, and the next document is parsed', async () => {
    isolated({ memoryMb: 40 })
    const flat = `<rss><channel>${'<a/>'.repeat(1_000_000)}</channel></rss>`
    await expect(parsing.parse('feed', feedOf(flat))).rejects.toMatchObject({
      failure: 'memory',
      message: 'The feed is too large to be read',
    })
    expect(await parsing.parse('feed', feedOf(rssOf(entries(20))))).toMatchObject({ ok: true })
    const page = pageOf(`<html><body>${'<p>a<b>b</b></p>'.repeat(400_000)}</body></html>`)
    await expect(parsing.parse('article', page)).rejects.toThrow(/too large|too long/)
    expect(await parsing.parse('article', titled('Small'))).toMatchObject({ title: 'Small' })
  })

  test('returns the error that its parser throws', async () => {
    isolated()
    await expect(parsing.parse('article', pageOf('<div>'.repeat(200_000)))).rejects.toMatchObject({
      failure: 'broken',
      message: 'The page could not be read (its elements nest too deep)',
    })
  })

  test('serves requests of users first, and refuses what waits too long', async () => {
    isolated()
    const order: string[] = []
    const first = parsing.parse('feed', many).then(() => order.push('first'))
    const background = parsing.parse('feed', many, { background: true }).then(() => order.push('background'))
    const foreground = parsing.parse('article', titled('One')).then(() => order.push('foreground'))
    await Promise.all([first, background, foreground])
    expect(order).toEqual(['first', 'foreground', 'background'])
    await parsing.close()

    isolated({ waitMs: 1 })
    const slow = parsing.parse('feed', feedOf(rssOf(entries(20_000))))
    await expect(parsing.parse('feed', many)).rejects.toMatchObject({
      failure: 'busy',
      message: 'Too many documents are being read at the moment: try again later',
    })
    expect(await parsing.parse('feed', many, { background: true })).toMatchObject({ ok: true })
    expect(await slow).toMatchObject({ ok: true })
  })
})

test('one user’s documents do not keep out those of others', async () => {
  isolated()
  const order: string[] = []
  const read = (owner: string, title: string) =>
    parsing
      .inTurnOf(owner)
      .parse('article', titled(title))
      .then(() => order.push(title))
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((title) => read('ann', title)), read('ben', 'b1')])
  expect(order.slice(0, 2)).toEqual(['a1', 'b1'])
})

test('a small document is parsed in place; long and packed ones, ones full of tags and some kinds never are', async () => {
  // With no time for the child process, any result was parsed here.
  parsing = createParsing({ timeMs: 1 })
  expect(await parsing.parse('feed', many)).toMatchObject({ ok: true })
  const dense = feedOf(
    `<rss><channel><item><description>${'<b>'.repeat(30_000)}</description></item></channel></rss>`,
  )
  await expect(parsing.parse('feed', dense)).rejects.toMatchObject({ failure: 'time' })
  // A few bytes, which their parser unpacks.
  const packed = { bytes: gzipSync(`WEBVTT\n${' '.repeat(1_000_000)}`), contentType: null }
  await expect(parsing.parse('transcript', packed)).rejects.toMatchObject({ failure: 'time' })
  await expect(
    parsing.parse('opml', bytesOf('<opml><outline xmlUrl="https://a.example/"/></opml>')),
  ).rejects.toMatchObject({ failure: 'time' })
  await expect(parsing.parse('mail', { raw: bytesOf('Subject: a\n\nb'), now: NOW })).rejects.toMatchObject({
    failure: 'time',
  })
})

test('what is small is a matter of length and of tags and entities', () => {
  for (const of of [(text: string) => text, bytesOf]) {
    expect(isSmall(of('x'.repeat(200_000)))).toBe(true)
    expect(isSmall(of('x'.repeat(200_001)))).toBe(false)
    expect(isSmall(of('<b>x'.repeat(9_999)))).toBe(true)
    expect(isSmall(of('<b>x'.repeat(10_001)))).toBe(false)
    expect(isSmall(of('&lt;'.repeat(10_001)))).toBe(false)
  }
})
