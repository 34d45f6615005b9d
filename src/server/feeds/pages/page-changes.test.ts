import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pageAddressOf, readPageAddress } from '../../../contract/page-address.ts'
import { noTextMessage } from '../../../contract/page-problems.ts'
import { attacks } from '../../../../tests/support/attacks.ts'
import { loopbackFeeds } from '../../../../tests/support/loopback-feeds.ts'
import { startSite, type Site } from '../../../../tests/support/site.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import { ownAddress, addFeedRequest } from '../../storage/feeds/feed-requests.ts'
import type { Feeds } from '../index.ts'
import { normaliseAddress } from '../fetch/source.ts'
import { readDocument } from '../read-document.ts'
import { inspectPage } from './inspect-page.ts'

const NOW = Date.UTC(2026, 10, 21)
const HOUR = 3_600_000
const NOTHING = { item: '', title: '', link: '', date: '', summary: '' }
const inputOf = (html: string) => ({
  bytes: new TextEncoder().encode(html),
  contentType: 'text/html; charset=utf-8',
  url: 'https://site.example/prices',
})
const read = (html: string, { item = '', before }: { item?: string; before?: string } = {}) =>
  readDocument({ ...inputOf(html), page: { ...NOTHING, item, changes: true }, before: before ?? null }, NOW)
const goodOf = async (...args: Parameters<typeof read>) => {
  const result = await read(...args)
  if (!result.ok) throw new Error(result.message)
  return result
}
/** What is reported of a page that was first one and then another. */
const changeOf = async (first: string, second: string, item = '') => {
  const { pageText } = await goodOf(first, { item })
  const { entries } = await goodOf(second, { item, before: pageText ?? '' })
  return entries[0] ?? null
}
const pageOf = (main: string) =>
  `<html><head><title>Prices</title></head><body><nav><a href="/">Home, at 12</a></nav><main>${main}</main>
  <footer>Page 17 of 20</footer><script>var a = "${main.length}"</script></body></html>`

test('the first entry has the present text, without what surrounds it', async () => {
  const { entries, pageText } = await goodOf(pageOf('<h1>Bread</h1><p>A loaf\n is <b>4.20</b></p>'))
  expect(pageText).toBe('Bread\nA loaf is 4.20')
  expect(entries).toMatchObject([
    {
      guid: 'watching',
      title: 'Prices',
      url: 'https://site.example/prices',
      content: '<p>Bread</p>\n<p>A loaf is 4.20</p>',
      publishedAt: NOW,
      extra: { links: [{ type: 'watching' }] },
    },
  ])
})

test('a change shows the words that were added and removed, within their line and beside its neighbours', async () => {
  // A word is what is between two spaces.
  expect(
    (await changeOf(pageOf('<p>Open 7:00 to 18:00</p>'), pageOf('<p>Open 7:00 to 17:30, daily</p>')))
      ?.content,
  ).toBe('<p>Open 7:00 to <del>18:00</del><ins>17:30, daily</ins></p>')
  const lines = (price: string, last = '') =>
    pageOf(
      `<p>One</p><p>Two</p><p>A loaf is ${price} today at the mill</p><p>Four</p><p>Five</p><p>Six</p>${last}`,
    )
  const entry = await changeOf(lines('4.20'), lines('4.50', '<p>Closed on Sunday</p>'))
  expect(entry).toMatchObject({ guid: `changed-${NOW}`, title: 'Prices', publishedAt: NOW })
  expect(entry?.content).toBe(
    [
      '<p>Two</p>',
      '<p>A loaf is <del>4.20</del> <ins>4.50</ins> today at the mill</p>',
      '<p>Four</p>',
      '<hr />',
      '<p>Six</p>',
      '<p><ins>Closed on Sunday</ins></p>',
    ].join('\n'),
  )
  expect(entry?.description).toBe('+ A loaf is 4.50 today at the mill · Closed on Sunday')
})

test('a text that was removed is shown as removed', async () => {
  const entry = await changeOf(pageOf('<p>Here</p><p>Gone</p>'), pageOf('<p>Here</p>'))
  expect(entry?.content).toBe('<p>Here</p>\n<p><del>Gone</del></p>')
  expect(entry?.description).toBe('− Gone')
})

test('words of scripts without spaces are told apart', async () => {
  const entry = await changeOf(pageOf('<p>明日の天気は晴れです</p>'), pageOf('<p>明日の天気は雨です</p>'))
  expect(entry?.content).toBe('<p>明日の天気は<del>晴れ</del><ins>雨</ins>です</p>')
})

test.each([
  ['white space', 'A  b', 'A\n\tb'],
  ['a relative time', 'Posted 3 minutes ago', 'Posted 2 hours ago'],
  ['a relative time in German', 'vor 3 Minuten', 'vor einer Stunde'],
  ['a relative time in Japanese', '3分前に更新', '2時間前に更新'],
  ['a clock', 'It is 12:30:01', 'It is 12:30:59'],
  ['a counter', '1,203 views', '1,207 views'],
  ['a counter alone in its line', '(17)', '(19)'],
  ['a counter before its number', 'Comments (3)', 'Comments (12)'],
])('%s is no change', async (_, first, second) => {
  expect(await changeOf(pageOf(`<p>${first}</p>`), pageOf(`<p>${second}</p>`))).toBeNull()
})

test.each([
  ['a price', '€ 19.99', '€ 18.99'],
  ['a number in a sentence', 'The train leaves at 12:30', 'The train leaves at 12:45'],
  ['a word', 'Open', 'Closed'],
])('%s is one', async (_, first, second) => {
  expect(await changeOf(pageOf(`<p>${first}</p>`), pageOf(`<p>${second}</p>`))).not.toBeNull()
})

test('of a picked part only its own text counts, numbers too', async () => {
  const page = (left: number, other: string) => pageOf(`<p>${other}</p><p class="stock">${left}</p>`)
  expect(await changeOf(page(3, 'a'), page(3, 'b'), '.stock')).toBeNull()
  expect((await changeOf(page(3, 'a'), page(2, 'b'), '.stock'))?.content).toBe(
    '<p><del>3</del></p>\n<p><ins>2</ins></p>',
  )
})

test('a page without text is an error in words', async () => {
  for (const html of [
    '',
    pageOf('<div hidden>No</div><script>1</script>').replace(/<(nav|footer).*?\/\1>/gs, ''),
  ])
    expect(await read(html)).toEqual({ ok: false, message: noTextMessage })
})

test('a huge page that is all new is one bounded entry', async () => {
  const lines = (word: string) =>
    pageOf(Array.from({ length: 20_000 }, (_, at) => `<p>${word} ${at}${word}</p>`).join(''))
  const { pageText = '' } = await goodOf(lines('a'))
  expect(pageText.length).toBeLessThan(310_000)
  const { entries, pageText: next } = await goodOf(lines('b'), { before: pageText })
  expect(next).toContain('b 1b')
  expect(entries).toHaveLength(1)
  expect(entries[0]?.content?.length).toBeLessThan(70_000)
})

test('hostile markup is text of the entry or nothing', async () => {
  for (const { name, html } of attacks('https://bad.example', 'https://ok.example')) {
    const result = await read(pageOf(`<p>Now</p>${html}`), { before: 'Then' })
    for (const entry of result.ok ? result.entries : [])
      expect((entry.content ?? '').replaceAll(/<\/?(p|ins|del|hr)>/g, ''), name).not.toMatch(/[<>]/)
  }
})

test('any two texts compare to what turns one into the other', async () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const lines = fc.array(
    line.filter((text) => text !== ''),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(lines, lines, async (before, after) => {
      const html = `<body>${after.map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('')}`
      const result = await read(html, { before: before.join('\n') })
      if (!result.ok || result.entries.length === 0) return
      const content = result.entries[0]?.content ?? ''
      expect(content).toMatch(/<(ins|del)>/)
    }),
    { numRuns: 60 },
  )
})

test('parts are elements with text that a selector finds again', () => {
  const { parts, outline } = inspectPage(
    inputOf(
      pageOf(`<section id="hours"><h2>Opening hours</h2><p>From nine to five</p></section>
      <table class="prices"><tr><td>Bread</td><td>4.20 the loaf</td></tr></table><p class="x">Twice, or more</p><p class="x">Twice, or less</p>`),
    ),
  )
  expect(parts.map(({ selector }) => selector)).toEqual(['main', '#hours', 'table'])
  expect(parts[1]).toMatchObject({ sample: 'Opening hours · From nine to five' })
  expect(outline).toContain('<section data-parts="1">')
})

test('an address of changes needs no part, and comes back as it was', () => {
  const source = { ...NOTHING, url: 'https://site.example/', usesFetcher: false, changes: true }
  expect(readPageAddress(pageAddressOf(source))).toEqual(source)
  expect(readPageAddress(pageAddressOf({ ...source, item: '#a' }))).toEqual({ ...source, item: '#a' })
  // As a user types it, or an OPML file has it.
  expect(normaliseAddress(pageAddressOf(source))).toBe(pageAddressOf(source))
  expect(readPageAddress(pageAddressOf({ ...source, changes: false }))).toBeNull()
})

describe.each(kinds)('followed changes of a page on %s', (kind) => {
  let storage: Storage
  let feeds: Feeds
  let site: Site
  let now: number

  beforeEach(async () => {
    now = NOW
    storage = await openTestStorage(kind)
    site = await startSite()
    feeds = loopbackFeeds(storage, () => now, {
      stopTimeout: 0,
    })
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    await storage.close()
  })

  const serve = (text: string, headers: Record<string, string> = {}) => {
    site.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(pageOf(`<p>${text}</p>`))
  }
  const follow = () =>
    feeds.follow(pageAddressOf({ ...NOTHING, url: `${site.url}/prices`, usesFetcher: false, changes: true }))
  const contentsOf = async (feedId: string) => {
    const rows = await storage.db
      .selectFrom('entries')
      .innerJoin('entryContents', 'entryContents.entryId', 'entries.id')
      .select('content')
      .where('feedId', '=', feedId)
      .orderBy('publishedAt')
      .execute()
    return rows.map(({ content }) => content)
  }
  const refreshAfter = (ms: number, feedId: string) => {
    now += ms
    return feeds.refresh(feedId)
  }
  const FIRST = '<p>Four</p>'
  const replaced = (before: string, after: string) =>
    `<p><del>${before}</del></p>\n<p><ins>${after}</ins></p>`

  test('each change is an entry, also back to a former text, and what is the same is none', async () => {
    serve('Four')
    const { id } = await follow()
    expect(await contentsOf(id)).toEqual([FIRST])
    serve('Five')
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    serve('Five <!-- other bytes -->')
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'unchanged', newEntries: 0 })
    serve('Four')
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    serve('Five')
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    expect(await contentsOf(id)).toEqual([
      FIRST,
      replaced('Four', 'Five'),
      replaced('Five', 'Four'),
      replaced('Four', 'Five'),
    ])
  })

  test('a page that changes each time makes at most one entry an hour, which has all changes', async () => {
    serve('Four', { etag: '"1"' })
    const { id } = await follow()
    serve('Five', { etag: '"2"' })
    await refreshAfter(HOUR, id)
    for (const [at, text] of ['Six', 'Seven', 'Eight'].entries()) {
      serve(text, { etag: `"${3 + at}"` })
      expect(await refreshAfter(HOUR / 6, id)).toMatchObject({ newEntries: 0 })
    }
    expect(await refreshAfter(HOUR, id)).toMatchObject({ newEntries: 1 })
    expect(await contentsOf(id)).toEqual([FIRST, replaced('Four', 'Five'), replaced('Five', 'Eight')])
    expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"2"')
  })

  test('it is fetched politely: with validators, and after a failure later', async () => {
    serve('Four', { etag: '"1"' })
    const { id } = await follow()
    site.answer = (_, response) => void response.writeHead(304).end()
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'unchanged', status: 304 })
    expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"1"')
    site.answer = (_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end()
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'failed', status: 429 })
    const sent = site.requests.length
    expect(await refreshAfter(HOUR, id)).toMatchObject({ outcome: 'failed' })
    expect(site.requests).toHaveLength(sent)
    serve('Five')
    expect(await refreshAfter(2 * HOUR, id)).toMatchObject({ newEntries: 1 })
  })

  test("a user's own copy of it has a text of its own, and a deleted feed has none", async () => {
    serve('Four')
    const shared = await follow()
    const userId = await seedUser(storage)
    const settings = {
      userAgent: null,
      cookie: 'member=1',
      username: null,
      password: null,
      proxy: null,
      ignoresEdits: 0,
      usesFetcher: 0,
      allowsInsecure: 1,
    } as const
    await addFeedRequest(storage, { url: shared.url }, { id: 'own', userId, now, settings })
    site.answer = (request, response) => {
      const text = request.headers.cookie ? 'For members' : 'Four'
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(`<p>${text}</p>`))
    }
    expect(ownAddress(shared.url, 'own')).toContain('changes=1#')
    await refreshAfter(HOUR, 'own')
    await refreshAfter(HOUR, shared.id)
    expect(await contentsOf('own')).toEqual(['<p>For members</p>'])
    expect(await contentsOf(shared.id)).toEqual([FIRST])
    await storage.db.deleteFrom('feeds').where('id', '=', 'own').execute()
    const texts = await storage.db.selectFrom('pageTexts').select('feedId').execute()
    expect(texts).toEqual([{ feedId: shared.id }])
  })
})
