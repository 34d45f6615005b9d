import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hubSchemes } from '../../../tests/support/hub-scheme.ts'
import { cleanName } from '../routes/clean-name.ts'
import { labelColors } from '../../contract/label-names.ts'
import { usualSettings, type AccountSettings } from './account-settings.ts'
import { parseOpmlFile } from './parse.ts'
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
  fc.stringMatching(/^hub:\/\/[a-z]{1,8}\/[\w&?=.-]{1,20}$/),
  fc.stringMatching(/^lectern:\/\/samples\/[a-z]{1,8}$/),
  fc.constant('lectern://page?url=https%3A%2F%2Fsite.example%2F&item=li.post%20%3E%20a&title=h2'),
)
const bounds = fc.record({
  maxAgeDays: fc.option(fc.integer({ min: 1, max: 36_500 })),
  maxEntries: fc.option(fc.integer({ min: 10, max: 1_000_000 })),
})
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
      usesFetcher: fc.boolean(),
    }),
  ),
  settings: fc.record({
    hidesFromTimeline: fc.boolean(),
    readerView: fc.boolean(),
    unreadDays: fc.option(fc.integer({ min: 0, max: 36_500 })),
    markRead: fc.option(
      fc.oneof(fc.constantFrom('no-scroll', 'open', 'leave'), fc.integer({ min: 1, max: 600 })),
    ),
    tags: fc.subarray(['tech', 'tech/rust & more', 'É']),
    retention: fc.option(bounds),
  }),
})
const account: fc.Arbitrary<AccountSettings> = fc.record({
  rules: fc.array(
    fc.record({
      name: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()),
      condition: fc.constantFrom(
        [],
        [[{ field: 'feed_url', operator: 'eq', value: 'https://a.example/?a=1&b="2"' }]],
      ),
      result: fc.constantFrom({ star: true }, { labels: ['work/<b>'] }, { block: true, disabled: true }),
    }),
    { maxLength: 3 },
  ),
  labels: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('work', 'a & b/"c"', '日本語'),
      color: fc.option(fc.constantFrom(...labelColors)),
    }),
    { selector: ({ name: label }) => label },
  ),
  folders: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('News', 'a/b & c'), unreadDays: fc.constantFrom(0, 7) }),
    { selector: ({ name: folder }) => folder },
  ),
  retention: fc.uniqueArray(
    fc
      .oneof(
        fc.record({ kind: fc.constant('folder' as const), name: fc.constantFrom('News', 'a/b & c') }),
        fc.record({
          kind: fc.constant('query' as const),
          name: fc.constantFrom('is:read older:7d', 'title:"a & <b>"'),
        }),
      )
      .chain((rule) =>
        bounds
          .filter(
            ({ maxAgeDays, maxEntries }) =>
              rule.kind === 'folder' || maxAgeDays !== null || maxEntries !== null,
          )
          .map((limits) => ({ ...rule, ...limits })),
      ),
    { selector: ({ kind, name: rule }) => `${kind} ${rule}` },
  ),
})
const library = fc.uniqueArray(exported, { selector: ({ url }) => url, maxLength: 12 })
/** As the plugin of a scheme writes them. */
const atHub = (url: string): string => hubSchemes().of(url)?.exported(url, 'https://hub.example/base') ?? url
const folderMode = fc.constantFrom('view' as const, 'category' as const)

test('exported and parsed subscriptions are the same', () => {
  fc.assert(
    fc.property(library, folderMode, account, (feeds, mode, ofAccount) => {
      const file = writeOpml(feeds, { folderMode: mode, exportedAddress: atHub, account: ofAccount }, now)
      const read = parseOpmlFile(new TextEncoder().encode(file))
      if (!read.ok) throw new Error(read.reason)
      expect(read.account).toEqual(ofAccount)
      const stored = read.lines.map(
        ({ url, userTitle, siteUrl, category, view, isPrivate, request, settings }) => {
          return { url, title: userTitle, siteUrl, category, view, isPrivate, request, settings }
        },
      )
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
  settings: usualSettings,
} as const

test('other readers get an address that they can read', () => {
  const feed = { ...plain, url: 'hub://github/issue/a' }
  const file = writeOpml([feed], { folderMode: 'category', exportedAddress: atHub, account: null }, now)
  expect(file).toContain('xmlUrl="https://hub.example/base/github/issue/a"')
})

test('folders are views with folders inside, or the folders alone', () => {
  const feed = { ...plain, url: 'https://a.example/' }
  const texts = (mode: 'view' | 'category') =>
    [
      ...writeOpml([feed], { folderMode: mode, exportedAddress: atHub, account: null }, now).matchAll(
        /<outline text="([^"]*)"/g,
      ),
    ].map((m) => m[1])
  expect(texts('view')).toEqual(['Social media', 'News', 'Own'])
  expect(texts('category')).toEqual(['News', 'Own'])
})
