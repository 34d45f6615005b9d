import * as fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { importedEntry } from '../imports.ts'
import { parseCsv } from './csv.ts'
import feedlyFile from './fixtures/feedly.json'
import freshrssFile from './fixtures/freshrss.json'
import inoreaderFile from './fixtures/inoreader.json'
import minifluxFile from './fixtures/miniflux.json'
import newsblurFile from './fixtures/newsblur.json'
import { feedsOpml } from './feeds-opml.ts'
import { importBatches } from './import-batches.ts'
import { isReaderExport, readExport } from './read-export.ts'
import { ReaderExportError } from './reader-export.ts'

const readText = (text: string) => readExport(strToU8(text), text)

const READER_DOCUMENTS = `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
Roses,https://garden.example/roses,01hx1,"['plants', 'later']",2024-05-01 07:00:00+00:00,1.0,archive,True
"Tulips, in spring",https://garden.example/tulips,01hx2,,2024-05-02 07:00:00+00:00,0.2,shortlist,True
,,01hx3,,2024-05-03 07:00:00+00:00,0,new,False
`
const READWISE_HIGHLIGHTS = `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
They need water.,Roses,Ben,,every day,yellow,care,offset,12,2024-05-01 07:00:00+00:00,plants
"Not in ""winter"",
says Ben.",Roses,Ben,,,,,offset,99,2024-05-01 07:05:00+00:00,plants
`
const FEED = 'https://garden.example/feed.xml'
const garden = { url: FEED, title: 'The garden', siteUrl: 'https://garden.example/' }
const roses = {
  url: 'https://garden.example/roses',
  guid: 'https://garden.example/?p=12',
  title: 'Roses',
  content: '<p>They need water.</p>',
  author: 'Ben',
  publishedAt: '2024-05-01T07:00:00.000Z',
  feedUrl: FEED,
  starred: true,
  read: true,
  labels: ['Plants'],
  highlights: [],
}

describe('an export of', () => {
  test('FreshRSS has stars, read marks and labels, and names the lines that are no entries', () => {
    expect(readText(JSON.stringify(freshrssFile))).toEqual({
      reader: 'googleReader',
      feeds: [{ ...garden, category: null }],
      entries: [{ ...roses, title: 'Roses & thorns' }],
      problems: [
        { line: 2, title: null, problem: 'notAnEntry' },
        { line: 3, title: null, problem: 'empty' },
      ],
    })
  })

  test('Inoreader names the feed in its stream, and no read mark where there is none', () => {
    const { entries, feeds } = readText(JSON.stringify(inoreaderFile))
    expect(feeds).toEqual([{ ...garden, category: null }])
    expect(entries).toEqual([
      {
        ...roses,
        url: 'https://garden.example/tulips',
        guid: 'tag:google.com,2005:reader/item/000000053fd70d6b',
        title: 'Tulips',
        content: '<p>In spring.</p>',
        author: null,
        read: null,
        labels: ['Later'],
      },
    ])
  })

  test('Miniflux has its folders, and entries without a star', () => {
    const { reader, entries, feeds } = readText(JSON.stringify(minifluxFile))
    expect(reader).toBe('miniflux')
    expect(feeds).toEqual([{ ...garden, category: 'Plants' }])
    expect(entries[0]).toEqual({ ...roses, guid: null, labels: [] })
    expect(entries[1]).toMatchObject({ title: 'Tulips', content: null, starred: null, read: null })
  })

  test('Miniflux may be its list of feeds alone', () => {
    const feed = { id: 42, title: 'The garden', feed_url: FEED, site_url: garden.siteUrl }
    expect(readText(JSON.stringify([feed]))).toMatchObject({
      feeds: [{ ...garden, category: null }],
      entries: [],
    })
  })

  test('Feedly has boards as labels and times in milliseconds', () => {
    const { reader, entries, feeds } = readText(JSON.stringify(feedlyFile))
    expect(reader).toBe('feedly')
    expect(feeds).toEqual([{ ...garden, category: 'Plants' }])
    expect(entries).toEqual([{ ...roses, labels: ['Ideas'] }])
  })

  test('NewsBlur has tags and highlights of the user', () => {
    const { reader, entries, feeds } = readText(JSON.stringify(newsblurFile))
    expect(reader).toBe('newsblur')
    expect(feeds).toEqual([{ ...garden, category: null }])
    expect(entries).toEqual([{ ...roses, highlights: [{ text: 'need water', note: null, createdAt: null }] }])
  })

  test('Reader has documents, and says which lines have nothing to save', () => {
    const { entries, problems } = readText(READER_DOCUMENTS)
    expect(entries).toMatchObject([
      { url: roses.url, title: 'Roses', read: true, starred: null, labels: ['plants', 'later'] },
      { title: 'Tulips, in spring', read: null, starred: true, labels: [] },
    ])
    expect(problems).toEqual([{ line: 3, title: null, problem: 'empty' }])
  })

  test('Readwise has the highlights of a document in one entry', () => {
    const { entries } = readText(READWISE_HIGHLIGHTS)
    expect(entries).toMatchObject([
      {
        title: 'Roses',
        author: 'Ben',
        url: null,
        labels: ['plants', 'care'],
        highlights: [
          { text: 'They need water.', note: 'every day', createdAt: '2024-05-01T07:00:00.000Z' },
          { text: 'Not in "winter",\nsays Ben.', note: null },
        ],
      },
    ])
  })
})

test.each([
  ['empty', ''],
  ['empty', ' \n'],
  ['broken', 'PK\u0003\u0004'],
  ['broken', '{"items": [{"id": "tag:google.com'],
  ['unknown', '{"hello": 1}'],
  ['unknown', 'Dear editor'],
  ['nothing', '{"id": "user/-/state/com.google/starred", "items": []}'],
])('a file that is %s is refused so', (problem, text) => {
  expect(() => readText(text)).toThrow(new ReaderExportError(problem as 'empty'))
})

test('the content tells a file, not its name; an OPML file is another kind', () => {
  for (const file of [freshrssFile, minifluxFile]) expect(isReaderExport(JSON.stringify(file))).toBe(true)
  expect(isReaderExport(READER_DOCUMENTS)).toBe(true)
  expect(isReaderExport(READWISE_HIGHLIGHTS)).toBe(true)
  expect(isReaderExport('<?xml version="1.0"?><opml/>')).toBe(false)
  expect(isReaderExport('Name,Age\nAnn,7')).toBe(false)
})

test('what a line has too much of is left out, and reported', () => {
  const item = {
    categories: ['user/-/label/ a / b ', 'user/-/state/com.google/starred'],
    title: 'Long',
    canonical: [{ href: `https://a.example/${'x'.repeat(3000)}` }],
    content: { content: 'x'.repeat(950_000) },
  }
  const { entries, problems } = readText(JSON.stringify({ items: [item] }))
  expect(entries).toMatchObject([{ title: 'Long', url: null, content: null, labels: ['a/b'], starred: true }])
  expect(problems.map(({ problem }) => problem)).toEqual(['longAddress', 'longText'])
})

test('whatever the fields of an entry are, the server takes what is read of it', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()), fc.object())
  const item = fc.record(
    {
      categories: fc.constant(['user/-/state/com.google/read']),
      id: value,
      title: value,
      canonical: value,
      content: value,
      author: value,
      published: fc.oneof(value, fc.double()),
      origin: value,
    },
    { requiredKeys: ['categories'] },
  )
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (items) => {
      const { entries, problems } = readText(JSON.stringify({ items }))
      for (const entry of entries) importedEntry.parse(entry)
      expect(entries.length + problems.length).toBeGreaterThanOrEqual(items.length)
    }),
  )
})

test('CSV round trips', () => {
  const field = fc.string().map((text) => text.replaceAll('\r', ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field), { minLength: 1 }), (rows) => {
      const text = rows
        .map((row) => row.map((part) => `"${part.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
      expect(parseCsv(text)).toEqual(rows)
    }),
  )
})

test('the feeds of an export are OPML', () => {
  const opml = feedsOpml([{ url: `${FEED}?a=1&b="2"`, title: '<Garden>', siteUrl: null, category: 'Plants' }])
  expect(opml).toContain(
    '<outline type="rss" text="&lt;Garden&gt;" xmlUrl="https://garden.example/feed.xml?a=1&amp;b=&quot;2&quot;" category="Plants" />',
  )
})

test('entries are sent in parts that the server takes, none is left out', () => {
  const large = { ...roses, content: 'é'.repeat(300_000) }
  const parts = importBatches([...Array.from({ length: 250 }, () => roses), large, large])
  expect(parts.map(({ length }) => length)).toEqual([100, 100, 51, 1])
  const mark = { text: 'a', note: null, createdAt: null }
  const marked = { ...roses, highlights: Array.from({ length: 500 }, () => mark) }
  expect(importBatches([marked, marked, marked]).map(({ length }) => length)).toEqual([2, 1])
})
