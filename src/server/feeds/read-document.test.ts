import { readdir, readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../tests/support/fuzz.ts'
import { readDocument, type ReadResult } from './read-document.ts'

const NOW = Date.UTC(2026, 10, 21)
const folder = new URL('../../../tests/fixtures/feeds/trouble/', import.meta.url)
const bytesOf = (name: string) => readFile(new URL(name, folder))
const read = async (name: string, contentType: string | null = null): Promise<ReadResult> =>
  readDocument({ bytes: await bytesOf(name), contentType, url: 'https://trouble.example/feed' }, NOW)
const good = async (name: string, contentType: string | null = null) => {
  const result = await read(name, contentType)
  if (!result.ok) throw new Error(`${name}: ${result.message}`)
  return result
}
const titles = async (name: string) => (await good(name)).entries.map(({ title }) => title)

describe('a broken document still has its entries', () => {
  test.each([
    ['truncated.rss', ['Entry 3', 'Entry 2']],
    ['junk-before.rss', ['Entry 3', 'Entry 2', 'Entry 1']],
    ['bare-ampersands.rss', ['Salt & pepper & bold']],
    ['inside-a-page.xml', ['Found']],
    ['html-in-title.rss', ['Bold & plain <T>']],
    ['xhtml-content.atom', ['Fish & chips']],
    ['rdf-one.rdf', ['Old item']],
    ['many-formats.json', [null, 'Two']],
    ['film.atom', ['A film']],
  ])('%s', async (name, expected) => {
    expect(await titles(name)).toEqual(expected)
  })

  test('unclosed tags lose no entry, and the rescue is named', async () => {
    const { entries, rescued } = await good('tags-not-closed.rss')
    expect(entries.map(({ guid }) => guid)).toContain('2')
    expect(entries.map(({ guid }) => guid)).toContain('3')
    expect(entries).toHaveLength(3)
    expect(rescued).toBeInstanceOf(Array)
  })

  test.each([
    ['page.html', /web page/],
    ['empty.rss', /empty/],
  ])('%s is told apart in words', async (name, text) => {
    expect(await read(name)).toEqual({ ok: false, message: expect.stringMatching(text) })
  })
})

describe('letters arrive as they were written', () => {
  test.each([
    ['koi8-r.rss', 'Привет, мир', null],
    ['shift-jis.rss', '日本語の記事', null],
    ['gb2312-undeclared-in-header.rss', '简体中文', 'text/xml; charset=utf-8'],
    ['says-utf-8-is-windows-1252.rss', 'Café “déjà vu”', 'application/xml; charset=utf-8'],
    ['utf-16-with-mark.rss', 'Sechzehn Bit ✓', 'text/xml; charset=iso-8859-1'],
    ['utf-32.rss', 'Zweiunddreißig 🎉', null],
  ])('%s', async (name, title, contentType) => {
    expect((await good(name, contentType)).entries[0]?.title).toBe(title)
  })
})

describe('an entry is distinguishable from every other', () => {
  test('entries without a guid get one that is distinct and the same next time', async () => {
    const first = (await good('no-guid.rss')).entries.map(({ guid }) => guid)
    const second = (await good('no-guid.rss')).entries.map(({ guid }) => guid)
    expect(new Set(first).size).toBe(5)
    expect(second).toEqual(first)
    expect(first[0]).toBe('https://trouble.example/one')
  })

  test('one guid for several entries is split by their addresses', async () => {
    const guids = (await good('same-guid.rss')).entries.map(({ guid }) => guid)
    expect(new Set(guids).size).toBe(3)
    expect(guids).not.toContain('same')
  })
})

describe('times', () => {
  test.each([
    ['no-dates.rss', null],
    ['future-date.rss', NOW],
    ['no-seconds.rss', Date.UTC(2026, 5, 2, 15, 30)],
    ['xhtml-content.atom', Date.UTC(2026, 5, 1, 10)],
    ['rdf-one.rdf', Date.UTC(2026, 5, 1)],
  ])('%s', async (name, time) => {
    expect((await good(name)).entries[0]?.publishedAt).toBe(time)
  })
})

describe('what belongs to an entry', () => {
  test('addresses become absolute along xml:base, late pictures included', async () => {
    const { feed, entries } = await good('relative-links.atom')
    expect(feed.siteUrl).toBe('https://trouble.example/blog/')
    expect(entries[0]?.url).toBe('https://trouble.example/blog/2026/one')
    expect(entries[0]?.content).toContain('href="https://trouble.example/blog/2026/one/next"')
    expect(entries[0]?.content).toContain('src="https://trouble.example/picture.png"')
    expect(entries[0]?.content).toContain('src="https://trouble.example/blog/2026/one/late.png"')
  })

  test('an episode has its audio file, size and duration', async () => {
    const [first, second] = (await good('podcast.rss')).entries
    expect(first?.attachments).toEqual([
      {
        url: 'https://trouble.example/1.mp3',
        mime_type: 'audio/mpeg',
        duration_in_seconds: 3723,
        size_in_bytes: 1_234_567,
      },
    ])
    expect(first?.media[0]?.url).toBe('https://trouble.example/1.jpg')
    expect(second?.attachments[0]).toEqual({
      url: 'https://trouble.example/2.mp3',
      mime_type: 'audio/mpeg',
      duration_in_seconds: 95,
    })
  })

  test('a video has its preview and its description', async () => {
    const [film] = (await good('film.atom')).entries
    expect(film?.media[0]).toMatchObject({
      type: 'video',
      preview_image_url: 'https://i1.ytimg.com/vi/abc/hqdefault.jpg',
    })
    expect(film?.content).toContain('<p>Words about it.</p>')
    expect(film?.content).toContain('href="https://trouble.example/link"')
    expect(film?.author).toBe('Maker')
  })

  test('authors are found in all their forms', async () => {
    const { entries } = await good('author-forms.rss')
    expect(entries.map(({ author }) => author)).toEqual(['Ann Other', 'Ben Other'])
    expect(entries[1]?.categories).toEqual(['Sea'])
  })

  test('plain text of a JSON feed stays text', async () => {
    const { feed, entries } = await good('many-formats.json')
    expect(feed.title).toBe('JSON – feed')
    expect(entries[0]?.content).toBe('<p>Line one<br />Line two &lt;b&gt;not bold&lt;/b&gt;</p>')
  })
})

describe('a document that means harm', () => {
  test('a bomb of entities is not expanded', async () => {
    const title = (await good('entity-bomb.rss')).entries[0]?.title ?? ''
    expect(title.length).toBeLessThan(100)
  })

  test('an external entity is not read', async () => {
    expect(JSON.stringify(await good('external-entity.rss'))).not.toContain('root:')
  })

  test('nothing active is left of a hostile feed, and its harmless text stays', async () => {
    const [evil] = (await good('hostile.rss')).entries
    expect(evil?.url).toBeNull()
    expect(evil?.title).toBe('Evil')
    const content = evil?.content ?? ''
    expect(content).toContain('Harmless text stays.')
    expect(content).not.toMatch(
      /<(script|style|svg|iframe|object|embed|form|input|link|meta|base|marquee)\b/i,
    )
    expect(content).not.toMatch(/\son\w+\s*=|javascript:|data:text|srcdoc|position|url\(|1\.gif|autoplay/i)
  })
})

describe('no bytes make the reading throw or hang', () => {
  const whole = ['truncated.rss', 'film.atom', 'many-formats.json', 'hostile.rss', 'tags-not-closed.rss']

  test(
    'cut anywhere',
    async () => {
      const documents = await Promise.all(whole.map(bytesOf))
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...documents),
          fc.double({ min: 0, max: 1, noNaN: true }),
          async (bytes, share) => {
            const cut = bytes.subarray(0, Math.floor(bytes.length * share))
            const result = await readDocument(
              { bytes: cut, contentType: null, url: 'https://x.example/' },
              NOW,
            )
            expect(typeof result.ok).toBe('boolean')
          },
        ),
        fuzzRuns(200),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'with bytes changed',
    async () => {
      const documents = await Promise.all(whole.map(bytesOf))
      const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...documents),
          fc.array(change, { maxLength: 20 }),
          async (bytes, changes) => {
            const changed = Uint8Array.from(bytes)
            for (const [at, value] of changes) changed[at % changed.length] = value
            const result = await readDocument(
              { bytes: changed, contentType: null, url: 'https://x.example/' },
              NOW,
            )
            const entries = result.ok ? result.entries : []
            // An entry may be repeated exactly; two different ones never share a guid.
            const locations = new Set(entries.map(({ guid, url }) => `${guid} ${url}`))
            expect(locations.size).toBe(new Set(entries.map(({ guid }) => guid)).size)
          },
        ),
        fuzzRuns(200),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'any text',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
          const bytes = new TextEncoder().encode(`<rss><channel><item>${text}`)
          await expect(
            readDocument({ bytes, contentType: text, url: 'https://x.example/' }, NOW),
          ).resolves.toBeDefined()
        }),
        fuzzRuns(300),
      )
    },
    FUZZ_TIMEOUT_MS,
  )
})

test('the friendly feeds need no rescue, and bring everything that they show with them', async () => {
  const friendly = new URL('../../../tests/fixtures/feeds/friendly/', import.meta.url)
  const names = await readdir(friendly)
  expect(names.length).toBeGreaterThanOrEqual(20)
  for (const name of names) {
    const bytes = await readFile(new URL(name, friendly))
    const result = await readDocument({ bytes, contentType: null, url: 'https://demo.example/' }, NOW)
    if (!result.ok) throw new Error(`${name}: ${result.message}`)
    expect(result.rescued, name).toEqual([])
    const contents = result.entries.map(({ content }) => content ?? '').join('')
    expect(contents, name).not.toMatch(/<img src="http/)
    expect(
      result.entries.every(({ publishedAt }) => publishedAt !== null),
      name,
    ).toBe(true)
  }
})
