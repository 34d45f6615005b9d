/** Long runs of one character or tag: quadratic time would exceed the timeout of a test. */
import { expect, test } from 'vitest'
import { linkedFeeds } from '../discover/linked-feeds.ts'
import { plainText } from '../normalise/text.ts'
import { readDocument } from '../read-document.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { NOW } from './reading.ts'

const LENGTH = 300_000
const run = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length))
const FIELDS = 'author dc:creator link guid pubDate category language description title itunes:duration ttl'

test.each(['-', '=', '.', ':', '&', '"', '@', ' ', ';', '&lt;', 'a@'])(
  'a feed whose fields are runs of %j is read',
  async (unit) => {
    const fields = FIELDS.split(' ')
      .map((name) => `<${name}>x${run(unit)}x</${name}>`)
      .join('')
    const document = `<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Runs</title><item>${fields}</item></channel></rss>`
    const read = await readDocument(
      { bytes: new TextEncoder().encode(document), contentType: null, url: 'https://site.example/feed' },
      NOW,
    )
    expect(read).toMatchObject({ ok: true, entries: [{}] })
  },
  60_000,
)

test.each(['<b>', '<p>', '</i>', '<form>', '<div>x', '<svg>', '<', '<a ', '</p>'])(
  'text and safe markup are made of runs of %j',
  (unit) => {
    const markup = `begin <b>${'<i>'.repeat(2_000)}${run(unit)}end`
    expect(plainText(markup)).toMatch(/^begin/)
    expect(sanitise(markup, null).html).toMatch(/^begin/)
  },
  60_000,
)

test.each([' ', '\t', ':', ';', 'a:b;', '-'])(
  'a style of a run of %j is judged',
  (unit) => {
    expect(sanitise(`<p style="color:red;a:${run(unit)}x">text</p>`, null).html).toContain('text')
  },
  60_000,
)

test.each(['<meta ', '<link ', '<meta itemprop="channelId" ', '<a href="/x">', '<base '])(
  'a page of runs of %j is searched for feeds',
  (unit) => {
    const page = `<html>${run(unit)}<link rel="alternate" type="application/rss+xml" href="/feed">`
    const offered = linkedFeeds(page, 'https://www.youtube.com/watch', unit.repeat(2_000))
    expect(Array.isArray(offered.declared)).toBe(true)
  },
  60_000,
)

test('a few words are searched behind thousands of tags, but not behind any number of them', () => {
  expect(plainText(`${'<br>'.repeat(10_000)}word`, 10)).toBe('word')
  expect(plainText(`${'<br>'.repeat(100_000)}word`, 10)).toBeNull()
  expect(plainText(`${'<br>'.repeat(100_000)}word`)).toBe('word')
})
