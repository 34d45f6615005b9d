// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { rowsRequested } from '../../../model/entries/index.ts'
import { exportEntriesRequested } from '../../../model/reading/index.ts'
import { createFakeServer, startReader } from '../../../model/testing.ts'
import '../feature.ts'
import { fileNameOf, type ExportedEntry } from './exported-entry.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'

const entryOf = (html: string, more: Partial<ExportedEntry> = {}): ExportedEntry => {
  const template = document.createElement('template')
  template.innerHTML = html
  return {
    title: 'A "quoted": title',
    author: 'Ada',
    feed: 'Letters',
    url: 'https://a.example/post',
    publishedAt: Date.UTC(2026, 0, 2),
    language: 'en',
    content: template.content,
    ...more,
  }
}

test('Markdown begins with front matter that YAML reads', () => {
  expect(
    toMarkdown(entryOf('<p>Text</p>', { author: null }))
      .split('\n')
      .slice(0, 10),
  ).toEqual([
    '---',
    'title: "A \\"quoted\\": title"',
    'feed: "Letters"',
    'date: "2026-01-02T00:00:00.000Z"',
    'url: "https://a.example/post"',
    '---',
    '',
    '# A "quoted": title',
    '',
    'Text',
  ])
})

test('headings, code, lists, struck text and tables are Markdown', () => {
  const text = toMarkdown(
    entryOf(
      '<h2>Part</h2><ul><li>one</li></ul><pre><code class="language-ts">const a = 1</code></pre><p><del>old</del></p>' +
        '<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>x<br>y</td></tr></table>',
    ),
  )
  expect(text).toContain('## Part')
  expect(text).toMatch(/^- +one$/m)
  expect(text).toContain('```ts\nconst a = 1\n```')
  expect(text).toContain('~~old~~')
  expect(text).toContain('| A | B |\n| --- | --- |\n| 1\\|2 | x y |')
})

test('the HTML file is whole, says where it is from, and runs nothing', () => {
  const page = toHtml(entryOf('<p>Text</p>', { title: '<script>x</script>' }))
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('<p>Text</p>')
  expect(page).toContain('href="https://a.example/post"')
  expect(page).not.toContain('<script>')
  expect(toHtml(entryOf('', { url: 'data:text/html,x' }))).not.toContain('href="data')
})

test('a title is a name that every file system takes', () => {
  expect(fileNameOf({ title: '../a/b: "c"?\n', publishedAt: 0 })).toBe('a b c')
  expect(fileNameOf({ title: '', publishedAt: Date.UTC(2026, 0, 2) })).toBe('2026-01-02')
  expect(fileNameOf({ title: '漢字', publishedAt: 0 })).toBe('漢字')
})

test('an export that is requested before the app is idle begins at once', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'a', Date.UTC(2026, 0, 2), { title: 'A title' })
  const { scope, browserActions } = await startReader({ server })
  await allSettled(rowsRequested, { scope, params: ['a'] })
  await allSettled(exportEntriesRequested, { scope, params: { ids: ['a'], format: 'markdown' } })
  expect(browserActions).toEqual(['download A title.md'])
})
