import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { toXhtml } from '../../src/server/feeds/sanitise/xhtml.ts'
import { writeEpub, type Book, type Chapter } from '../../src/plugin-api/epub.ts'
import { unzipped } from '../../tests/support/unzipped.ts'

const chapter: Chapter = {
  title: 'A title',
  origin: 'News · Nov 2, 2026',
  url: 'https://news.example/a',
  language: 'de',
  body: '<p>A story.</p>',
}
const book = (...chapters: readonly Partial<Chapter>[]): Book => ({
  id: '2f6c8d6e-1b0e-4a58-9f62-6c1a5f2d9b11',
  title: 'Morning',
  language: 'en',
  modified: Date.UTC(2026, 10, 2, 7, 0, 0, 250),
  contents: 'Contents',
  chapters: chapters.map((one) => ({ ...chapter, ...one })),
})
/** @throws where it is not well-formed */
const parsed = (xml: string): unknown => {
  const problem = XMLValidator.validate(xml)
  if (problem !== true) throw new Error(JSON.stringify(problem))
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(xml) as unknown
}
/** @param path names, separated by spaces */
const at = (value: unknown, path: string): unknown =>
  path.split(' ').reduce((part, name) => (part as Record<string, unknown>)[name], value)
const documents = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).filter(([name]) => /\.(xhtml|opf|xml)$/.test(name))

test('the media type is first and stored, where programs look for it', () => {
  const bytes = Buffer.from(writeEpub(book({})))
  expect(bytes.readUInt32LE(0)).toBe(0x04034b50)
  expect(bytes.readUInt16LE(8)).toBe(0)
  expect(bytes.readUInt16LE(28)).toBe(0)
  expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
})

test('the container leads to a package whose parts are all there', () => {
  const files = unzipped(writeEpub(book({}, { title: 'Second', body: '<math><mi>x</mi></math>' })))
  const container = parsed(files['META-INF/container.xml'] ?? '')
  const root = String(at(container, 'container rootfiles rootfile @full-path'))
  const opf = at(parsed(files[root] ?? ''), 'package')
  expect(at(opf, '@version')).toBe('3.0')
  expect(at(opf, 'metadata dc:identifier #text')).toBe('urn:uuid:2f6c8d6e-1b0e-4a58-9f62-6c1a5f2d9b11')
  expect(at(opf, 'metadata dc:identifier @id')).toBe(at(opf, '@unique-identifier'))
  expect(at(opf, 'metadata dc:language')).toBe('en')
  expect(at(opf, 'metadata meta')).toEqual({
    '#text': '2026-11-02T07:00:00Z',
    '@property': 'dcterms:modified',
  })
  const items = at(opf, 'manifest item') as Record<string, string>[]
  expect(items.map((item) => `EPUB/${item['@href']}`).toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name.startsWith('EPUB/') && name !== root)
      .toSorted(),
  )
  expect(items.filter((item) => item['@properties'] === 'nav')).toHaveLength(1)
  expect(items.find((item) => item['@href'] === 'chapter-2.xhtml')?.['@properties']).toBe('mathml')
  const spine = at(opf, 'spine itemref') as Record<string, string>[]
  expect(spine.map((item) => item['@idref'])).toEqual(['nav', 'chapter-1', 'chapter-2'])
  const nav = at(parsed(files['EPUB/nav.xhtml'] ?? ''), 'html body nav')
  expect(at(nav, '@epub:type')).toBe('toc')
  expect((at(nav, 'ol li') as unknown[]).map((item) => [at(item, 'a @href'), at(item, 'a #text')])).toEqual([
    ['chapter-1.xhtml', 'A title'],
    ['chapter-2.xhtml', 'Second'],
  ])
  expect(at(parsed(files['EPUB/chapter-1.xhtml'] ?? ''), 'html @xml:lang')).toBe('de')
})

test('hostile titles, languages and addresses stay text', () => {
  const hostile = ']]></title><script>alert(1)</script>&nbsp;"\u0000\u0008\uFFFF\uD800 <!-- '
  const files = unzipped(
    writeEpub({
      ...book({ title: hostile, origin: hostile, url: 'javascript:alert(1)', language: 'en"><x' }),
      title: hostile,
      contents: hostile,
    }),
  )
  for (const [name, text] of documents(files)) {
    expect(() => parsed(text), name).not.toThrow()
    expect(text, name).not.toContain('<script')
    expect(text, name).not.toContain('javascript:')
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 0xff_ff])
      expect(text, name).not.toContain(String.fromCharCode(code))
  }
  expect(at(parsed(files['EPUB/chapter-1.xhtml'] ?? ''), 'html @lang')).toBe('en')
})

test('what comes after the bound has its head alone', () => {
  const body = `<p>${'a'.repeat(3_500_000)}</p>`
  const files = unzipped(writeEpub(book({ body }, { body })))
  expect(files['EPUB/chapter-1.xhtml']?.length).toBeGreaterThan(3_500_000)
  expect(files['EPUB/chapter-2.xhtml']).toContain('A title')
  expect(files['EPUB/chapter-2.xhtml']?.length).toBeLessThan(2000)
})

test.each([
  ['unclosed elements', '<p>One<br>two<p>three <b>bold <i>both</b></i>'],
  ['entities', '<p>a &nbsp; b &copy; c &amp; d &lt;e&gt;</p>'],
  ['a script', '<p>Text<script>alert("1 < 2 && 3")</script></p>'],
  [
    'pictures',
    '<p><img src="https://a.example/a.png" alt="A "hill" & <sea>"><picture><source srcset="https://a.example/b.webp"><img src="https://a.example/b.png" alt="Tree"></picture></p>',
  ],
  [
    'players',
    '<video src="https://a.example/v.mp4" controls>no</video><iframe src="https://www.youtube.com/embed/x"></iframe><audio src="https://a.example/a.mp3"></audio>',
  ],
  [
    'obsolete elements',
    '<center><font color="red">a</font> <tt>b</tt> <strike>c</strike> <big>d</big></center>',
  ],
  ['empty attributes', '<ol reversed><li value="2">x</li></ol><details open><summary>s</summary>t</details>'],
  ['tables', '<table border="1" summary=""><tr><td colspan="2" align="left" headers="x">1</td></tr></table>'],
  ['mathematics', '<math display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'],
  [
    'notes',
    '<p id="a">x<a href="#user-content-a">up</a><a href="#nowhere">n</a></p><p id="a">again</p><p id="1 2">bad</p>',
  ],
  ['control characters', '<p>\u0001\u000b\u001f\ufffe\ud800 x</p>'],
  ['a CDATA section and a doctype', '<!DOCTYPE x [<!ENTITY e "boom">]><p><![CDATA[ <b>x</b> ]]>&e;</p>'],
  ['attributes without quotes', "<a href=https://a.example/?a=1&b=2 title=it's>x</a>"],
])('%s become well-formed XHTML', (_, html) => {
  const body = toXhtml(html)
  const files = unzipped(writeEpub(book({ body })))
  expect(() => parsed(files['EPUB/chapter-1.xhtml'] ?? '')).not.toThrow()
  expect(body).not.toMatch(/<(img|picture|source|audio|video|iframe|script|font|center|tt)\b/)
  expect(body).not.toMatch(/\b(style|align|border|src|srcset)=/)
  // Entities of HTML are none of XML.
  expect(body.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toContain('&')
})

test('texts of pictures stay, links lead to the web', () => {
  expect(toXhtml('<p><img src="https://a.example/a.png" alt="A hill"></p>')).toBe('<p>[A hill]</p>')
  expect(toXhtml('<a href="https://a.example/?a=1&amp;b=2">x</a>')).toContain(
    'href="https://a.example/?a=1&amp;b=2"',
  )
  expect(toXhtml('<a href="#a">x</a><a href="file:///a">y</a><p id="a">z</p>')).not.toMatch(/ (href|id)=/)
})
