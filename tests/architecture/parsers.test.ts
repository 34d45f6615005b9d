import { expect, test } from 'vitest'
import { files, imports, loadedWith } from './imports.ts'

/**
 * The libraries that read foreign text, and the files that may import each. Everything else goes through these files, whose
 * depth and time are bounded.
 */
const parsers: Readonly<Record<string, readonly string[]>> = {
  htmlparser2: [
    // A user's own file, which the browser or the command line reads.
    'src/contract/reader-exports/bookmarks-html.ts',
    'src/server/parsing/markup.ts',
    'src/server/parsing/quick-tokenizer.ts',
  ],
  linkedom: ['src/server/feeds/pages/page-document.ts', 'src/server/feeds/readability/extract.ts'],
  '@mozilla/readability': [
    'src/server/feeds/readability/extract.ts',
    'src/server/feeds/readability/prepare-page.ts',
  ],
  'postal-mime': ['src/server/email/incoming/parse-mail.ts'],
  // Writes only.
  feedsmith: [
    'plugins/digests/podcast.ts',
    'src/server/opml/write.ts',
    'src/server/public-pages/publication.ts',
  ],
}
/** Parsers that are installed beside these, as dependencies of dependencies, and others that a hurry may bring. */
const refused =
  /^(parse5|parse5-.*|cheerio|jsdom|happy-dom|domhandler|dom-serializer|css-select|sax|saxes|fast-xml-parser|xml2js|mailparser|sanitize-html|node-html-parser|rss-parser)(\/|$)/
const serverFiles = files.filter((file) => file.startsWith('src/server/'))
const ofServer = imports.filter(({ from }) => !/^src\/(?!server\/|contract\/|core\/)/.test(from))
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

test('the bare parsers are imported where they are bounded, and nowhere else', () => {
  expect(serverFiles.length).toBeGreaterThan(300)
  const results = Map.groupBy(
    ofServer.filter(({ to }) => packageOf(to) in parsers),
    ({ to }) => packageOf(to),
  )
  for (const [name, allowed] of Object.entries(parsers))
    expect([...new Set(results.get(name)?.map(({ from }) => from))].toSorted(), name).toEqual(
      // A tree without a plugin has none of its files.
      allowed.filter((file) => files.includes(file)),
    )
})

test('no other parser has come in', () => {
  expect(ofServer.filter(({ to }) => refused.test(to))).toEqual([])
})

test('the server itself loads no package for articles or e-mail: only the child process does', () => {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    if (files.includes(file)) for (const { to } of loadedWith(file)) visit(to)
  }
  visit('src/server/main.ts')
  expect(reached.size).toBeGreaterThan(200)
  for (const library of ['linkedom', '@mozilla/readability', 'postal-mime'])
    expect(reached.has(library), library).toBe(false)
})
