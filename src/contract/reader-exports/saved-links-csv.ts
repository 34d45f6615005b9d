/** CSV of services that save links: one line each. */
import { createExportBuilder, msOfSeconds, type RawEntry } from './clean-entry.ts'
import { csvRows, firstOf, tagsOf, type CsvRow } from './csv.ts'
import type { ReaderExport, ReaderName } from './reader-export.ts'

type Format = {
  readonly reader: ReaderName
  /** All of them are in its first line. */
  readonly columns: readonly string[]
  readonly entry: (row: CsvRow) => RawEntry
}

const isTrue = (text: string): true | null => /^(true|1|yes)$/i.test(text) || null
const linkOf = (row: CsvRow): RawEntry => ({ url: firstOf(row, 'url'), title: firstOf(row, 'title') })

const formats: readonly Format[] = [
  {
    reader: 'pocket',
    columns: ['url', 'time_added', 'status'],
    entry: (row) => ({
      ...linkOf(row),
      publishedAt: msOfSeconds(firstOf(row, 'time_added')),
      read: firstOf(row, 'status') === 'archive' || null,
      labels: tagsOf(firstOf(row, 'tags'), '|'),
    }),
  },
  {
    reader: 'instapaper',
    columns: ['url', 'title', 'selection', 'folder', 'timestamp'],
    entry: (row) => {
      const folder = firstOf(row, 'folder')
      return {
        ...linkOf(row),
        publishedAt: msOfSeconds(firstOf(row, 'timestamp')),
        starred: folder === 'Starred' || null,
        read: folder === 'Archive' || null,
        labels: [
          ...tagsOf(firstOf(row, 'tags')),
          ...(['Unread', 'Archive', 'Starred'].includes(folder) ? [] : [folder]),
        ],
        highlights: [{ text: row['selection'] }],
      }
    },
  },
  {
    reader: 'raindrop',
    columns: ['url', 'excerpt', 'folder', 'created', 'favorite'],
    entry: (row) => {
      const folder = firstOf(row, 'folder')
      return {
        ...linkOf(row),
        publishedAt: firstOf(row, 'created'),
        starred: isTrue(firstOf(row, 'favorite')),
        labels: [...tagsOf(firstOf(row, 'tags')), ...(folder === 'Unsorted' ? [] : [folder])],
        highlights: [{ text: '', note: row['note'] }, ...highlightsOf(row['highlights'] ?? '')],
      }
    },
  },
  {
    reader: 'matter',
    columns: ['url', 'title', 'in queue', 'favorited', 'read'],
    entry: (row) => ({
      ...linkOf(row),
      author: firstOf(row, 'author'),
      publishedAt: firstOf(row, 'last interaction date'),
      starred: isTrue(firstOf(row, 'favorited')),
      read: isTrue(firstOf(row, 'read')),
      labels: tagsOf(firstOf(row, 'tags'), ';').flatMap((tags) => tagsOf(tags)),
    }),
  },
]

/** Raindrop: `Highlight:TEXT`, then perhaps `Note:TEXT`, each on lines of its own. */
const highlightsOf = (text: string): NonNullable<RawEntry['highlights']> =>
  text
    .split(/^Highlight:/m)
    .slice(1)
    .map((part) => {
      const [quote, note] = part.split(/^Note:/m)
      return { text: quote, note }
    })

export const isLinksCsv = (columns: readonly string[]): boolean => formatOf(columns) !== undefined
const formatOf = (names: readonly string[]): Format | undefined =>
  formats.find(({ columns }) => columns.every((column) => names.includes(column)))

/** @param columns of the text, for which isLinksCsv() holds */
export function readLinksCsv(text: string, columns: readonly string[]): ReaderExport {
  const format = formatOf(columns)
  if (!format) throw new TypeError('No service recognises the file.')
  const build = createExportBuilder(format.reader)
  for (const row of csvRows(text)) build.entry(format.entry(row))
  return build.result()
}
