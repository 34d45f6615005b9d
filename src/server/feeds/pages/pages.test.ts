import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageAddressOf, readPageAddress } from '../../../contract/page-address.ts'
import { costlySelectorMessage, noMatchMessage } from '../../../contract/page-problems.ts'
import { attacks } from '../../../../tests/support/attacks.ts'
import { readDocument } from '../read-document.ts'
import { PageError } from './page-document.ts'
import { inspectPage } from './inspect-page.ts'

const NOW = Date.UTC(2026, 10, 21)
const URL_OF_PAGE = 'https://site.example/news/'
const NONE = { title: '', link: '', date: '', summary: '' }
const inputOf = (html: string) => ({
  bytes: new TextEncoder().encode(html),
  contentType: 'text/html; charset=utf-8',
  url: URL_OF_PAGE,
})
const read = (html: string, selectors: Partial<typeof NONE> & { item: string }) =>
  readDocument({ ...inputOf(html), page: { ...NONE, ...selectors } }, NOW)
const entriesOf = async (html: string, selectors: Partial<typeof NONE> & { item: string }) => {
  const result = await read(html, selectors)
  if (!result.ok) throw new Error(result.message)
  return result.entries
}
const first = (html: string) => inspectPage(inputOf(html)).candidates[0]
const times = (count: number, make: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => make(number + 1)).join('\n')

const pages: readonly (readonly [name: string, html: string, item: string, sample: string])[] = [
  [
    'cards that are links',
    `<div class="grid">${times(6, (n) => `<a class="card" href="/p/${n}"><h3>Card number ${n}</h3><p>About it.</p></a>`)}</div>`,
    'a.card',
    'Card number 1',
  ],
  [
    'a table of links without classes',
    `<table><tbody>${times(8, (n) => `<tr><td>${n}.</td><td><a href="/item/${n}">A story of some length ${n}</a></td></tr>`)}</tbody></table>`,
    'body > table > tbody > tr',
    'A story of some length 1',
  ],
  [
    'names made by build tools',
    `<section class="css-1x2y3z news">${times(5, (n) => `<div class="sc-a1b2c3"><h2><a href="/n/${n}">Headline number ${n}</a></h2></div>`)}</section>`,
    'section.news > div',
    'Headline number 1',
  ],
]
test.each(['b~i~i~i~i', 'b ~ i ~ i ~ i', 'a b c d e f g h', 'a :is(b c) d e f g h'])(
  '%s looks in too many places',
  async (item) => {
    expect(await read('<p>a</p>', { item })).toMatchObject({
      ok: false,
      message: costlySelectorMessage(item),
    })
  },
)

test.each(['ul > li ~ li', 'a[rel~="x"][href~="y"][id~="z"]', 'main .list > article h2 a', 'h2 + p'])(
  '%s does not',
  async (item) => {
    expect(await read('<p>a</p>', { item })).toMatchObject({ ok: false, message: noMatchMessage(item) })
  },
)

test.each(pages)('%s are found', (_, html, item, sample) => {
  const best = first(`<html><body>${html}</body></html>`)
  expect(best?.selectors.item).toBe(item)
  expect(best?.samples[0]).toBe(sample)
})

test('a menu comes after the articles, and a page without repetition has no candidate', () => {
  const menu = `<nav><ul class="menu">${times(9, (n) => `<li><a href="/${n}">A part of the site, ${n}</a></li>`)}</ul></nav>`
  const articles = times(4, (n) => `<article><h2><a href="/a/${n}">Article ${n}</a></h2></article>`)
  const found = inspectPage(inputOf(`<body>${menu}<main>${articles}</main></body>`)).candidates
  expect(found.map(({ selectors }) => selectors.item).slice(0, 1)).toEqual(['body > main > article'])
  expect(found.map(({ samples }) => samples[0])).toContain('A part of the site, 1')
  expect(inspectPage(inputOf('<body><h1>Only this</h1><p>and a text</p></body>')).candidates).toEqual([])
  expect(inspectPage(inputOf('')).candidates).toEqual([])
})

test('pages without the tags of root and body are read too', async () => {
  for (const html of [
    '<li>a</li><li>b</li>',
    '<!doctype html><title>T</title><li>a<li>b',
    '<html><li>a</li><li>b</li>',
  ])
    expect((await entriesOf(html, { item: 'li' })).map(({ title }) => title)).toEqual(['a', 'b'])
})

test('addresses are relative to the base of the page, and only those of the web', async () => {
  const html = `<html><head><base href="/deep/"></head><body>
    <li><a href="one">One</a></li><li><a href="javascript:alert(1)">Two</a></li><li>Three</li></body></html>`
  const entries = await entriesOf(html, { item: 'li' })
  expect(entries.map(({ title, url }) => [title, url])).toEqual([
    ['One', 'https://site.example/deep/one'],
    ['Two', null],
    ['Three', null],
  ])
  expect(new Set(entries.map(({ guid }) => guid)).size).toBe(3)
})

test('items keep their identity when others come before them', async () => {
  const page = (names: readonly string[]) =>
    `<body>${names.map((name) => `<li>${name}</li>`).join('')}</body>`
  const before = await entriesOf(page(['a', 'b']), { item: 'li' })
  const after = await entriesOf(page(['new', 'a', 'b']), { item: 'li' })
  expect(after.slice(1).map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid))
})

/** Empty for a page that is refused, as a feed of it is too. */
function outlineOf(html: string): string {
  try {
    return inspectPage(inputOf(html)).outline
  } catch (error) {
    if (error instanceof PageError) return ''
    throw error
  }
}

test('hostile markup passes neither into the outline nor into the entries', async () => {
  for (const { name, html } of attacks('https://bad.example', 'https://ok.example')) {
    const page = `<html><body>${times(4, (n) => `<div class="post"><a href="/${n}">Title ${n}</a><div class="excerpt">${html}</div></div>`)}</body></html>`
    const outline = outlineOf(page)
    const tags = [...outline.matchAll(/<\/?([a-z\d]+)([^<>]*)>/g)]
    expect(
      outline.replaceAll(/<\/?[a-z\d]+( data-(candidates|parts|picture)="[\d ]*")*>/g, ''),
      name,
    ).not.toMatch(/[<>]/)
    expect(
      tags
        .map(([, tag]) => tag)
        .filter((tag) => /script|style|iframe|svg|math|form|input|object|img/.test(tag ?? '')),
      name,
    ).toEqual([])
    const result = await read(page, { item: '.post', summary: '.excerpt' })
    expect(result.ok, name).toBe(outline !== '')
    for (const entry of result.ok ? result.entries : [])
      expect(entry.content ?? '', name).not.toMatch(
        /<script|<[a-z][^<>]*(\son\w+=|(src|href)="\s*javascript:)/i,
      )
  }
})

test('any text as a selector is either used or refused in words', async () => {
  const html = `<html><body>${times(3, (n) => `<p class="a"><a href="/${n}">T${n}</a></p>`)}</body></html>`
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          'p',
          '.a',
          ' > ',
          ' ',
          '[',
          ']',
          ':has(',
          ')',
          ':not(',
          '*',
          '#',
          ',',
          '"',
          '::before',
          ':nth-child(2n',
          '\\',
          '|',
          'a',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(piece, piece, async (item, title) => {
      const result = await read(html, { item: item || 'p', title })
      if (result.ok) expect(result.entries.length).toBeLessThanOrEqual(200)
      else
        expect(result.message).toMatch(
          /is not a CSS selector that can be used here$|^Nothing on the page matches “/,
        )
    }),
    { numRuns: 200 },
  )
})

test('an address brings page and selectors back, whatever they hold', () => {
  const selector = fc.string({ maxLength: 40 }).map((text) => text.trim())
  const source = fc.record({
    url: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
    item: selector.filter((text) => text !== ''),
    title: selector,
    link: selector,
    date: selector,
    summary: selector,
    usesFetcher: fc.boolean(),
  })
  fc.assert(
    fc.property(source, (one) => {
      expect(readPageAddress(pageAddressOf(one))).toEqual(one)
    }),
  )
})
