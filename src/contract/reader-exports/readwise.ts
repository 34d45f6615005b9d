/**
 * Readwise and Reader: a CSV of documents (one line each), or of highlights (one line per highlight; those of one document
 * become one entry).
 */
import { escapeMarkup } from '../../core/escape-markup.ts'
import { createExportBuilder, type RawEntry } from './clean-entry.ts'
import { csvRows, firstOf, tagsOf, type CsvRow } from './csv.ts'
import type { ReaderExport } from './reader-export.ts'

/** By the names of the columns. */
export function isReadwise(columns: readonly string[]): boolean {
  const names = new Set(columns)
  const isDocuments = names.has('title') && (names.has('url') || names.has('source url'))
  return names.has('highlight') || (isDocuments && (names.has('location') || names.has('saved date')))
}

/** @param text CSV for whose columns isReadwise() holds */
export function readReadwise(text: string): ReaderExport {
  const rows = csvRows(text)
  return rows.some((row) => 'highlight' in row) ? ofHighlights(rows) : ofDocuments(rows)
}

function ofDocuments(rows: readonly CsvRow[]): ReaderExport {
  const build = createExportBuilder('readwise')
  for (const row of rows) {
    const location = firstOf(row, 'location').toLowerCase()
    build.entry({
      ...documentOf(row),
      publishedAt: firstOf(row, 'saved date', 'published date'),
      read: location === 'archive' || Number(firstOf(row, 'reading progress')) >= 1 || null,
      starred: location === 'shortlist' || null,
    })
  }
  return build.result()
}

function ofHighlights(rows: readonly CsvRow[]): ReaderExport {
  const build = createExportBuilder('readwise')
  const documents = Map.groupBy(rows, (row) =>
    JSON.stringify([
      firstOf(row, 'url', 'source url'),
      firstOf(row, 'book title', 'title'),
      firstOf(row, 'book author', 'author'),
    ]),
  )
  for (const group of documents.values()) {
    const [row] = group
    if (!row) continue
    build.entry({
      ...documentOf(row),
      // Without an address there is no other text to read.
      content: group
        .map((each) => `<blockquote>${htmlOf(firstOf(each, 'highlight'))}</blockquote>`)
        .join('\n'),
      publishedAt: firstOf(row, 'highlighted at'),
      labels: group.flatMap((each) => [
        ...tagsOf(firstOf(each, 'document tags')),
        ...tagsOf(firstOf(each, 'tags')),
      ]),
      highlights: group.map((each) => ({
        text: each['highlight'],
        note: each['note'],
        createdAt: firstOf(each, 'highlighted at'),
      })),
    })
  }
  return build.result()
}

const documentOf = (row: CsvRow): RawEntry => ({
  url: firstOf(row, 'url', 'source url'),
  title: firstOf(row, 'title', 'book title'),
  author: firstOf(row, 'author', 'book author'),
  labels: tagsOf(firstOf(row, 'document tags', 'tags')),
})

const htmlOf = (text: string): string => escapeMarkup(text).replaceAll('\n', '<br>')
