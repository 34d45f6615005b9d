import { strFromU8, strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { isReaderExport, readExport } from './read-export.ts'
import { ReaderExportError } from './reader-export.ts'

const roses = 'https://garden.example/roses'
const tulips = 'https://garden.example/tulips'
const json = (value: unknown) => JSON.stringify(value)
const highlight = (text: string, note: string | null = null, createdAt: string | null = null) => ({
  text,
  note,
  createdAt,
})

test.each<[reader: string, file: string, entries: readonly object[]]>([
  [
    'pocket',
    `title,url,time_added,tags,status
Roses,${roses},1714546800,plants|in spring,archive
"Tulips, red",${tulips},1714633200,,unread
`,
    [
      {
        url: roses,
        title: 'Roses',
        publishedAt: '2024-05-01T07:00:00.000Z',
        read: true,
        labels: ['plants', 'in spring'],
      },
      { url: tulips, title: 'Tulips, red', read: null, labels: [] },
    ],
  ],
  [
    'pocket',
    `<!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1><ul><li><a href="${tulips}" time_added="1714633200" tags="red,later">Tulips &amp; more</a></li></ul>
<h1>Read Archive</h1><ul><li><a href="${roses}" time_added="1714546800" tags="">Roses</a></li></ul></body></html>`,
    [
      { url: tulips, title: 'Tulips & more', read: null, labels: ['red', 'later'] },
      { url: roses, read: true, publishedAt: '2024-05-01T07:00:00.000Z', labels: [] },
    ],
  ],
  [
    'pocket',
    json([{ url: roses, title: 'Roses', highlights: [{ quote: 'need water', created_at: 1714546800 }] }]),
    [{ url: roses, highlights: [highlight('need water', null, '2024-05-01T07:00:00.000Z')] }],
  ],
  [
    'instapaper',
    `URL,Title,Selection,Folder,Timestamp,Tags
${roses},Roses,need water,Archive,1714546800,"[""plants""]"
${tulips},Tulips,,Starred,1714633200,[]
https://garden.example/lilies,Lilies,,Garden,1714633200,
`,
    [
      { url: roses, read: true, starred: null, labels: ['plants'], highlights: [highlight('need water')] },
      { url: tulips, read: null, starred: true, labels: [], highlights: [] },
      { title: 'Lilies', read: null, labels: ['Garden'] },
    ],
  ],
  [
    'raindrop',
    `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
1,Roses,for June,Water them,${roses},Garden,"plants, red",2024-05-01T07:00:00.000Z,,"Highlight:need water
Note:every day
Highlight:not in winter",true
2,Tulips,,,${tulips},Unsorted,,2024-05-02T07:00:00.000Z,,,false
`,
    [
      {
        url: roses,
        starred: true,
        labels: ['plants', 'red', 'Garden'],
        highlights: [
          highlight('', 'for June'),
          highlight('need water', 'every day'),
          highlight('not in winter'),
        ],
      },
      { url: tulips, starred: null, labels: [], highlights: [] },
    ],
  ],
  [
    'matter',
    `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id
Roses,Ben,The garden,${roses},plants;red,120,False,True,True,0,2024-05-01 07:00:00+00:00,a1
`,
    [{ url: roses, author: 'Ben', starred: true, read: true, labels: ['plants', 'red'] }],
  ],
  [
    'wallabag',
    json([
      {
        is_archived: 1,
        is_starred: 0,
        tags: ['plants'],
        title: 'Roses',
        url: roses,
        content: '<p>They need water.</p>',
        created_at: '2024-05-01T07:00:00+00:00',
        published_by: ['Ben'],
        annotations: [{ quote: 'need water', text: 'every day', created_at: '2024-05-01T07:00:00+00:00' }],
      },
    ]),
    [
      {
        url: roses,
        author: 'Ben',
        content: '<p>They need water.</p>',
        read: true,
        starred: null,
        labels: ['plants'],
        highlights: [highlight('need water', 'every day', '2024-05-01T07:00:00.000Z')],
      },
    ],
  ],
  [
    'readeck',
    json([
      {
        url: roses,
        title: 'Roses',
        authors: ['Ben'],
        is_marked: true,
        is_archived: false,
        labels: ['plants'],
      },
    ]),
    [{ url: roses, author: 'Ben', starred: true, read: null, labels: ['plants'] }],
  ],
  [
    'linkding',
    json({
      results: [
        {
          url: roses,
          title: '',
          website_title: 'Roses',
          notes: 'for June',
          unread: false,
          tag_names: ['plants'],
        },
      ],
    }),
    [{ url: roses, title: 'Roses', read: true, labels: ['plants'], highlights: [highlight('', 'for June')] }],
  ],
  [
    'pinboard',
    json([{ href: roses, description: 'Roses', extended: 'for June', tags: 'plants red', toread: 'no' }]),
    [
      {
        url: roses,
        title: 'Roses',
        read: true,
        labels: ['plants', 'red'],
        highlights: [highlight('', 'for June')],
      },
    ],
  ],
  [
    'karakeep',
    json({
      bookmarks: [
        {
          createdAt: 1714546800,
          title: 'Roses',
          tags: ['plants'],
          content: { type: 'link', url: roses },
          note: null,
        },
        {
          createdAt: 1714546800,
          title: 'A thought',
          tags: [],
          content: { type: 'text', text: 'Water them.' },
        },
      ],
    }),
    [
      { url: roses, publishedAt: '2024-05-01T07:00:00.000Z', labels: ['plants'], highlights: [] },
      { url: null, title: 'A thought', content: 'Water them.' },
    ],
  ],
  [
    'bookmarks',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p><DT><H3>Bookmarks bar</H3><DL><p>
<DT><A HREF="${tulips}" ADD_DATE="1714633200">Tulips</A>
<DT><H3>Garden</H3><DL><p>
<DT><A HREF="${roses}" ADD_DATE="1714546800" TAGS="plants,red" TOREAD="0">Roses</A>
<DD>for June
</DL><p></DL><p>
<DT><A HREF="https://garden.example/lilies">Lilies</A>
</DL>`,
    [
      { url: tulips, title: 'Tulips', labels: [], highlights: [] },
      {
        url: roses,
        title: 'Roses',
        read: true,
        labels: ['plants', 'red', 'Garden'],
        highlights: [highlight('', 'for June')],
      },
      { title: 'Lilies', labels: [], publishedAt: null },
    ],
  ],
])('an export of %s is read: %#', (reader, file, entries) => {
  expect(isReaderExport(file)).toBe(true)
  const result = readExport(strToU8(file), file)
  expect(result).toMatchObject({ reader, problems: [] })
  expect(result.entries).toHaveLength(entries.length)
  expect(result.entries).toMatchObject(entries)
})

test('an archive of Omnivore has texts and highlights in files of their own', () => {
  const link = { slug: 'roses-1', title: 'Roses', url: roses, savedAt: '2024-05-01T07:00:00Z' }
  const packed = zipSync({
    'export/metadata_0_to_20.json': strToU8(json([{ ...link, state: 'Archived', labels: ['plants'] }])),
    'export/metadata_20_to_40.json': strToU8(
      json([{ ...link, slug: 'tulips', url: tulips, state: 'Active' }]),
    ),
    'export/content/roses-1.html': strToU8('<p>They need water.</p>'),
    'export/highlights/roses-1.md': strToU8(
      '## Highlights\n\n> need\n> water\n\nNote: every day\n\n> not in winter\n',
    ),
    'export/cover.png': new Uint8Array(10),
  })
  expect(isReaderExport(strFromU8(packed.slice(0, 4)))).toBe(true)
  const { reader, entries } = readExport(packed, '')
  expect(reader).toBe('omnivore')
  expect(entries).toMatchObject([
    {
      url: roses,
      content: '<p>They need water.</p>',
      read: true,
      labels: ['plants'],
      highlights: [highlight('need\nwater', 'every day'), highlight('not in winter')],
    },
    { url: tulips, content: null, read: null, highlights: [] },
  ])
})

test('an archive of Pocket has its parts and annotations', () => {
  const packed = zipSync({
    'part_000000.csv': strToU8(`title,url,time_added,tags,status\nRoses,${roses},1714546800,,unread\n`),
    'annotations/part_000000.json': strToU8(json([{ url: roses, highlights: [{ quote: 'need water' }] }])),
  })
  expect(readExport(packed, '').entries).toMatchObject([
    { url: roses, highlights: [highlight('need water')] },
    { url: roses, title: 'Roses' },
  ])
})

test('an archive without a known file, and one that is cut off, are refused', () => {
  const packed = zipSync({ 'notes.json': strToU8('{"hello": 1}'), 'readme.md': strToU8('# Hello') })
  expect(() => readExport(packed, '')).toThrow(new ReaderExportError('unknown'))
  expect(() => readExport(packed.slice(0, 40), '')).toThrow(new ReaderExportError('broken'))
})

test('an archive that would unpack to more than is allowed is refused before it is unpacked', () => {
  const packed = zipSync({ 'a.json': strToU8('[]') })
  const view = new DataView(packed.buffer)
  // The size in the directory at the end of the archive.
  const directory = packed.findLastIndex(
    (_, at) => at + 4 <= packed.length && view.getUint32(at, true) === 0x02014b50,
  )
  view.setUint32(directory + 24, 400_000_000, true)
  expect(() => readExport(packed, '')).toThrow(new ReaderExportError('large'))
})
