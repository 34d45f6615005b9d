/** Entries as a book: EPUB 3.3, one chapter for each, without pictures. */
import { strToU8, zipSync } from 'fflate'
import { escapeAttribute, withoutXmlForbidden } from '../core/escape-markup.ts'

/** A text within XML, also within an attribute. */
export const escapedXml = (text: string): string => escapeAttribute(withoutXmlForbidden(text))

/** A title as the name of a file: without what file systems do not take. */
export const fileNamePart = (title: string): string => title.replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim()

/** Characters of all chapters: what comes after has no text, only its head. */
const MAX_TEXT = 6_000_000

export type Chapter = {
  readonly title: string
  /** Feed, author and day. */
  readonly origin: string
  readonly url: string | null
  /** As the feed names it. */
  readonly language: string | null
  /** A well-formed part of XHTML. */
  readonly body: string
}
export type Book = {
  /** A UUID: each issue is a book of its own. */
  readonly id: string
  readonly title: string
  /** BCP 47: of the book's own texts. */
  readonly language: string
  /** ms since 1970 */
  readonly modified: number
  readonly contents: string
  readonly chapters: readonly Chapter[]
}

const STYLE = `body { margin: 0 5%; line-height: 1.5 }
.origin { font-size: 0.85em; color: #666 }
pre { white-space: pre-wrap }
table { border-collapse: collapse }
td, th { padding: 0.2em 0.5em; border: 1px solid #999 }
`

/** @returns the file */
export function writeEpub(book: Book): Uint8Array {
  const chapters = withinBounds(book.chapters)
  const names = chapters.map((_, at) => `chapter-${at + 1}.xhtml`)
  const files = [
    ['META-INF/container.xml', CONTAINER],
    ['EPUB/package.opf', packageOf(book, chapters, names)],
    ['EPUB/nav.xhtml', navigation(book, chapters, names)],
    ['EPUB/style.css', STYLE],
    ...chapters.map((chapter, at) => [`EPUB/${names[at]}`, chapterOf(book, chapter)] as const),
  ] as const
  return zipSync(
    {
      // First, and not compressed (EPUB 3.3, 4.2.2).
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      ...Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])),
    },
    { mtime: book.modified },
  )
}

function withinBounds(chapters: readonly Chapter[]): Chapter[] {
  let left = MAX_TEXT
  return chapters.map((chapter) => {
    left -= chapter.body.length
    return left < 0 ? { ...chapter, body: '' } : chapter
  })
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`

function packageOf(
  { id, title, language, modified }: Book,
  chapters: readonly Chapter[],
  names: readonly string[],
): string {
  const items = chapters.map(({ body }, at) => {
    const properties = body.includes('<math') ? ' properties="mathml"' : ''
    return `    <item id="chapter-${at + 1}" href="${names[at]}" media-type="application/xhtml+xml"${properties}/>`
  })
  // Without fractions of seconds (EPUB 3.3, 5.5.4).
  const time = new Date(modified).toISOString().replace(/\.\d+Z$/, 'Z')
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:uuid:${id}</dc:identifier>
    <dc:title>${escapedXml(title)}</dc:title>
    <dc:language>${language}</dc:language>
    <dc:creator>Lectern</dc:creator>
    <dc:date>${time}</dc:date>
    <meta property="dcterms:modified">${time}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
${items.join('\n')}
  </manifest>
  <spine>
    <itemref idref="nav"/>
${chapters.map((_, at) => `    <itemref idref="chapter-${at + 1}"/>`).join('\n')}
  </spine>
</package>
`
}

function navigation(book: Book, chapters: readonly Chapter[], names: readonly string[]): string {
  const entries = chapters.map(
    ({ title }, at) => `      <li><a href="${names[at]}">${escapedXml(title)}</a></li>`,
  )
  return page(book.title, book.language, [
    `  <nav epub:type="toc" id="toc">`,
    `    <h1>${escapedXml(book.contents)}</h1>`,
    '    <ol>',
    ...entries,
    '    </ol>',
    '  </nav>',
  ])
}

function chapterOf(book: Book, { title, origin, url, language, body }: Chapter): string {
  const link = url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
  const heading = escapedXml(title)
  return page(title, languageOf(language) ?? book.language, [
    '  <article>',
    `    <h1>${link ? `<a href="${escapedXml(url)}">${heading}</a>` : heading}</h1>`,
    `    <p class="origin">${escapedXml(origin)}</p>`,
    `    <div>${body}</div>`,
    '  </article>',
  ])
}

const page = (
  title: string,
  language: string,
  lines: readonly string[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
<head>
  <title>${escapedXml(title)}</title>
  <link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
${lines.join('\n')}
</body>
</html>
`

/** What a feed names may be no language. */
const languageOf = (language: string | null): string | null =>
  language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : null
