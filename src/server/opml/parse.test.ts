import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../tests/support/fuzz.ts'
import { Refusal } from '../http/refusal.ts'
import { parseOpml } from './parse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const opml = (body: string) => bytes(`<?xml version="1.0"?><opml version="2.0"><body>${body}</body></opml>`)
const brief = (file: Uint8Array) => parseOpml(file).map(({ url, title, category }) => [url, title, category])
const A = 'https://a.example/feed'

describe('an OPML file', () => {
  test('with unclosed outlines returns them all, in their folders', () => {
    const open = Array.from({ length: 5000 }, (_, at) => `<outline xmlUrl="${A}/${at}">`).join('')
    const lines = parseOpml(opml(`<outline text="Blogs">${open}`))
    expect(lines).toHaveLength(5000)
    expect(new Set(lines.map(({ category }) => category))).toEqual(new Set(['Blogs']))
  })

  test('full of unclosed tags of another kind returns its feeds', () => {
    expect(brief(opml(`${'<p>'.repeat(50_000)}<outline xmlUrl="${A}" text="A"/>`))).toEqual([[A, 'A', null]])
  })

  test('returns its feeds with title and folder, nested folders joined', () => {
    const file = opml(`<outline text="Blogs" title="ignored"><outline type="rss" text="A" xmlUrl="${A}"/>
      <outline title="friends"><outline xmlUrl="https://b.example/" title="B" text="shorter"/></outline></outline>
      <outline text="C" xmlUrl="https://c.example/"/>`)
    expect(brief(file)).toEqual([
      [A, 'A', 'Blogs'],
      ['https://b.example/', 'B', 'Blogs/friends'],
      ['https://c.example/', 'C', null],
    ])
  })

  test('has a folder wherever outlines are in an outline, whatever its type', () => {
    const file = opml(`<outline type="rss" title="tech"><outline type="rss" title="A" xmlUrl="${A}"/>
      <outline type="feed" text="inner"><outline xmlUrl="https://b.example/" text="B"/></outline></outline>
      <outline type="rss" text="lost"/><outline type="rss" text="empty"></outline>`)
    expect(brief(file)).toEqual([
      [A, 'A', 'tech'],
      ['https://b.example/', 'B', 'tech/inner'],
      [null, 'lost', null],
      [null, 'empty', null],
    ])
    expect(parseOpml(file).map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })

  test('may leave titles out', () => {
    expect(brief(opml(`<outline xmlUrl="${A}"/>`))).toEqual([[A, null, null]])
  })

  test('loses the HTML of its titles, but no comparison', () => {
    const file = opml(`<outline text="&lt;b&gt;Bold&lt;/b&gt; &amp;amp; more" xmlUrl="${A}"/>
      <outline text="1 &lt; 2 &amp; 3" xmlUrl="https://b.example/"/>`)
    expect(parseOpml(file).map(({ title }) => title)).toEqual(['Bold & more', '1 < 2 & 3'])
  })

  test('may be written in windows-1251', () => {
    const word = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]
    const before = bytes('<?xml version="1.0" encoding="windows-1251"?><opml><body><outline text="')
    const after = bytes(`" xmlUrl="${A}"/></body></opml>`)
    expect(brief(Uint8Array.from([...before, ...word, ...after]))).toEqual([[A, 'Привет', null]])
  })

  test('may say UTF-16 and be UTF-8', () => {
    const text = `<?xml version="1.0" encoding="utf-16"?><opml><body><outline text="é" xmlUrl="${A}"/></body></opml>`
    expect(brief(bytes(text))).toEqual([[A, 'é', null]])
  })

  test('may be UTF-16, either way round, with its mark', () => {
    const text = `\uFEFF<?xml version="1.0" encoding="utf-16"?><opml><body><outline text="Пример" xmlUrl="${A}"/></body></opml>`
    const little = Buffer.from(text, 'utf16le')
    expect(brief(little)).toEqual([[A, 'Пример', null]])
    expect(brief(Buffer.from(little).swap16())).toEqual([[A, 'Пример', null]])
  })

  test(
    'keeps every line before the place where it was cut off',
    () => {
      const lines = Array.from(
        { length: 20 },
        (_, at) =>
          `<outline text="${at}"><outline text="F &amp; ${at}" xmlUrl="https://x.example/${at}"/></outline>`,
      )
      const file = opml(lines.join('\n'))
      const whole = brief(file)
      fc.assert(
        fc.property(fc.integer({ min: 200, max: file.length }), (end) => {
          const before = new TextDecoder().decode(file.slice(0, end)).split('/></outline>').length - 1
          expect(brief(file.slice(0, end)).slice(0, before)).toEqual(whole.slice(0, before))
        }),
        fuzzRuns(100),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'never brings the reader down, whatever was done to its bytes',
    () => {
      const file = opml(`<outline text="News"><outline text="A" xmlUrl="${A}" view="1"/></outline>`)
      const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
      fc.assert(
        fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
          const broken = Uint8Array.from(file)
          for (const [at, byte] of changes) broken[at] = byte
          try {
            expect(parseOpml(broken).length).toBeLessThan(10)
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
          }
        }),
        fuzzRuns(1_000),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test('may be cut off, forget to close its feeds, and write bare ampersands', () => {
    const file =
      bytes(`<opml><body><outline text="News"><outline text="A & B" xmlUrl="https://a.example/?x=1&y=2">
      <outline text="C" xmlUrl="https://c.example/"`)
    expect(brief(file)).toEqual([
      ['https://a.example/?x=1&y=2', 'A & B', 'News'],
      ['https://c.example/', 'C', 'News'],
    ])
    const more = bytes(
      `<OPML><BODY><OUTLINE TEXT="News"><OUTLINE XMLURL="${A}"><OUTLINE xmlurl="https://c.example/">`,
    )
    expect(brief(more)).toEqual([
      [A, null, 'News'],
      ['https://c.example/', null, 'News'],
    ])
  })

  test('may have quotes and HTML unescaped inside its attributes', () => {
    const file =
      opml(`<outline text="News"><outline text="A" description="by <a href="https://x.example" rel="me">us</a>. "Since" 1999." xmlUrl="${A}" type="rss" />
      <outline text="C" xmlUrl="https://c.example/"/></outline><outline text="D" xmlUrl="https://d.example/"/>`)
    expect(brief(file)).toEqual([
      [A, 'A', 'News'],
      ['https://c.example/', 'C', 'News'],
      ['https://d.example/', 'D', null],
    ])
  })

  test('returns lines that cannot be followed, so that they can be reported', () => {
    const file = opml(
      `<outline type="rss" text="No address"/><outline text="Odd" xmlUrl="ftp://a.example/feed"/>`,
    )
    expect(parseOpml(file).map(({ line, url, written, title }) => [line, url, written, title])).toEqual([
      [1, null, '', 'No address'],
      [2, null, 'ftp://a.example/feed', 'Odd'],
    ])
  })

  test('without any outline is refused with a message', () => {
    expect(() => parseOpml(bytes('<html><body>Not found</body></html>'))).toThrow(/Invalid file/)
    expect(() => parseOpml(new Uint8Array())).toThrow(/Invalid file/)
  })

  test(
    'keeps its good lines whatever rubbish follows them',
    () => {
      const scrap = fc.constantFrom(
        '<outline ',
        'xmlUrl="',
        "text='",
        '">',
        '/>',
        '</outline>',
        '&#x110000;',
        '&',
        '<outline text="a "b" c" ',
        '\0',
        '<![CDATA[',
        'é',
      )
      fc.assert(
        fc.property(fc.array(fc.oneof(scrap, fc.string())), (parts) => {
          const lines = parseOpml(bytes(`<outline xmlUrl="${A}"/>${parts.join('')}`))
          expect(lines[0]?.url).toBe(A)
        }),
        fuzzRuns(100),
      )
    },
    FUZZ_TIMEOUT_MS,
  )
})
