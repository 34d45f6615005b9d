import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from '../routes/clean-name.ts'
import { parseOpml } from './parse.ts'
import { writeOpml, type ExportedFeed } from './write.ts'

const now = new Date(0)
const name = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<b>x</b>', 'a/b', '/a,b', '&amp;', '"\'', ']]>', '日本語'),
  )
  .map(cleanName)
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
  fc.stringMatching(/^rsshub:\/\/[a-z]{1,8}\/[\w&?=.-]{1,20}$/),
  fc.stringMatching(/^lectern:\/\/samples\/[a-z]{1,8}$/),
)
const exported: fc.Arbitrary<ExportedFeed> = fc.record({
  url: address,
  feedTitle: name,
  title: name,
  siteUrl: fc.option(fc.webUrl()),
  category: name,
  view: fc.constantFrom(0, 1, 2, 3, 4, 5),
  isPrivate: fc.boolean(),
  request: fc.option(
    fc.record({
      userAgent: fc.option(fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)),
      proxy: fc.option(fc.constantFrom('http://proxy.example:3128', 'https://[::1]:8080/')),
      username: fc.option(fc.constantFrom('ada', 'ada & "bob" <é>')),
      allowsInsecure: fc.boolean(),
      ignoresEdits: fc.boolean(),
    }),
  ),
})
const library = fc.uniqueArray(exported, { selector: ({ url }) => url, maxLength: 12 })
const folderMode = fc.constantFrom('view' as const, 'category' as const)

test('exported and parsed subscriptions are the same', () => {
  fc.assert(
    fc.property(library, folderMode, (feeds, mode) => {
      const file = writeOpml(feeds, { folderMode: mode, rsshubUrl: 'https://rsshub.example/' }, now)
      const read = parseOpml(new TextEncoder().encode(file))
      const stored = read.map(({ url, userTitle, siteUrl, category, view, isPrivate, request }) => {
        return { url, title: userTitle, siteUrl, category, view, isPrivate, request }
      })
      const input = feeds.map(({ feedTitle: _feedTitle, ...rest }) => rest)
      const byUrl = (a: { url: string | null }, b: { url: string | null }) =>
        (a.url ?? '') < (b.url ?? '') ? -1 : 1
      expect(stored.toSorted(byUrl)).toEqual(input.toSorted(byUrl))
    }),
  )
})

const plain = {
  feedTitle: 'Own',
  title: null,
  siteUrl: null,
  category: 'News',
  view: 1,
  isPrivate: false,
  request: null,
} as const

test('other readers get the requested address of RSSHub routes', () => {
  const feed = { ...plain, url: 'rsshub://github/issue/a' }
  const file = writeOpml([feed], { folderMode: 'category', rsshubUrl: 'https://hub.example/base/' }, now)
  expect(file).toContain('xmlUrl="https://hub.example/base/github/issue/a"')
})

test('folders are views with folders inside, or the folders alone', () => {
  const feed = { ...plain, url: 'https://a.example/' }
  const texts = (mode: 'view' | 'category') =>
    [...writeOpml([feed], { folderMode: mode, rsshubUrl: '' }, now).matchAll(/<outline text="([^"]*)"/g)].map(
      (m) => m[1],
    )
  expect(texts('view')).toEqual(['Social media', 'News', 'Own'])
  expect(texts('category')).toEqual(['News', 'Own'])
})
