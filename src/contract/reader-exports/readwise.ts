/**
 * Readwise and Reader: a CSV of documents (one line each), or of highlights (one line per highlight; those of one document
 * become one entry). Columns are known by their names.
 */
import { escapeMarkup } from '../../core/escape-markup.ts'
import { createExportBuilder, type RawEntry } from './clean-entry.ts'
import { parseCsv } from './csv.ts'
import type { ReaderExport } from './reader-export.ts'

type Row = Readonly<Record<string, string>>

/** By the first line alone. */
export function isReadwise(text: string): boolean {
  const names = new Set((parseCsv(text.slice(0, 4000).split('\n')[0] ?? '')[0] ?? []).map(nameOf))
  const isDocuments = names.has('title') && (names.has('url') || names.has('source url'))
  return names.has('highlight') || (isDocuments && (names.has('location') || names.has('saved date')))
}

/** @param text CSV for which isReadwise() holds */
export function readReadwise(text: string): ReaderExport {
  const [head = [], ...lines] = parseCsv(text)
  const names = head.map(nameOf)
  const rows = lines.map((line): Row => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])))
  return names.includes('highlight') ? ofHighlights(rows) : ofDocuments(rows)
}

const nameOf = (column: string): string =>
  column
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
const first = (row: Row, ...names: readonly string[]): string =>
  names.map((name) => row[name]?.trim() ?? '').find((value) => value !== '') ?? ''

function ofDocuments(rows: readonly Row[]): ReaderExport {
  const build = createExportBuilder('readwise')
  for (const row of rows) {
    const location = first(row, 'location').toLowerCase()
    build.entry({
      ...documentOf(row),
      publishedAt: first(row, 'saved date', 'published date'),
      read: location === 'archive' || Number(first(row, 'reading progress')) >= 1 || null,
      starred: location === 'shortlist' || null,
    })
  }
  return build.result()
}

function ofHighlights(rows: readonly Row[]): ReaderExport {
  const build = createExportBuilder('readwise')
  const documents = Map.groupBy(rows, (row) =>
    JSON.stringify([
      first(row, 'url', 'source url'),
      first(row, 'book title', 'title'),
      first(row, 'book author', 'author'),
    ]),
  )
  for (const group of documents.values()) {
    const [row] = group
    if (!row) continue
    build.entry({
      ...documentOf(row),
      // Without an address there is no other text to read.
      content: group.map((each) => `<blockquote>${htmlOf(first(each, 'highlight'))}</blockquote>`).join('\n'),
      publishedAt: first(row, 'highlighted at'),
      labels: group.flatMap((each) => [
        ...tagsOf(first(each, 'document tags')),
        ...tagsOf(first(each, 'tags')),
      ]),
      highlights: group.map((each) => ({
        text: each['highlight'],
        note: each['note'],
        createdAt: first(each, 'highlighted at'),
      })),
    })
  }
  return build.result()
}

const documentOf = (row: Row): RawEntry => ({
  url: first(row, 'url', 'source url'),
  title: first(row, 'title', 'book title'),
  author: first(row, 'author', 'book author'),
  labels: tagsOf(first(row, 'document tags', 'tags')),
})

/** `a, b`, or a list in brackets and quotes: `['a', 'b']`. */
const tagsOf = (tags: string): string[] =>
  tags
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((tag) => tag.trim().replace(/^(['"])(.*)\1$/, '$2'))

const htmlOf = (text: string): string => escapeMarkup(text).replaceAll('\n', '<br>')
