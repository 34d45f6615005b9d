/** Recognises the file of another reader by its content, and reads it. */
import { isArchive, unpack } from './archive.ts'
import { isBookmarksHtml, readBookmarksHtml } from './bookmarks-html.ts'
import type { RawEntry } from './clean-entry.ts'
import { csvColumns } from './csv.ts'
import { isFeedly, readFeedly } from './feedly.ts'
import { isGoogleReader, readGoogleReader } from './google-reader.ts'
import { isMiniflux, readMiniflux } from './miniflux.ts'
import { isNewsblur, readNewsblur } from './newsblur.ts'
import { ReaderExportError, type ReaderExport } from './reader-export.ts'
import { isReadwise, readReadwise } from './readwise.ts'
import { isLinksCsv, readLinksCsv } from './saved-links-csv.ts'
import { isSavedLinks, readSavedLinks } from './saved-links-json.ts'

/** What other files of an archive say of an entry, by its name there. */
type FilesOf = (slug: string) => Partial<RawEntry>

type JsonReader = {
  readonly recognises: (file: unknown) => boolean
  readonly read: (file: unknown, filesOf?: FilesOf) => ReaderExport
}

/** Feedly before Google Reader, whose shape it shares. */
const jsonReaders: readonly JsonReader[] = [
  { recognises: isNewsblur, read: readNewsblur },
  { recognises: isMiniflux, read: readMiniflux },
  { recognises: isFeedly, read: readFeedly },
  { recognises: isGoogleReader, read: readGoogleReader },
  { recognises: isSavedLinks, read: readSavedLinks },
]

/** Keys of one of the readers, at least one of which is near the beginning of a file. */
const KEYS =
  /"(items|entries|stories|feed_url|originId|story_permalink|published_at|is_archived|tag_names|savedAt|highlights|toread|bookmarks)"\s*:/

/** Whether a file, or the beginning of one, may be such a file: an archive, or JSON, CSV or HTML with the names of a reader. */
export function isReaderExport(text: string): boolean {
  const columns = csvColumns(text)
  return (
    text.startsWith('PK\u0003\u0004') ||
    (/^\uFEFF?\s*[[{]/.test(text) && KEYS.test(text)) ||
    isBookmarksHtml(text) ||
    isReadwise(columns) ||
    isLinksCsv(columns)
  )
}

/** @param text the file in its encoding, without a byte order mark; an archive is read from its bytes @throws ReaderExportError */
export function readExport(file: Uint8Array, text: string): ReaderExport {
  const result = isArchive(file) ? readArchive(file) : readText(text)
  if (result.entries.length + result.feeds.length + result.problems.length === 0)
    throw new ReaderExportError('nothing')
  return result
}

/** All files of known readers in an archive as one export. */
function readArchive(file: Uint8Array): ReaderExport {
  const { lists, filesOf } = unpack(file)
  const exports = lists.flatMap((text) => {
    try {
      return [readText(text, filesOf)]
    } catch (error) {
      // Archives have other files beside their lists.
      if (error instanceof ReaderExportError && error.problem !== 'broken') return []
      throw error
    }
  })
  const [first] = exports
  if (!first) throw new ReaderExportError('unknown')
  return {
    reader: first.reader,
    feeds: exports.flatMap(({ feeds }) => feeds),
    entries: exports.flatMap(({ entries }) => entries),
    problems: exports.flatMap(({ problems }) => problems),
  }
}

function readText(text: string, filesOf?: FilesOf): ReaderExport {
  if (text.trim() === '') throw new ReaderExportError('empty')
  const columns = csvColumns(text)
  if (isReadwise(columns)) return readReadwise(text)
  if (isLinksCsv(columns)) return readLinksCsv(text, columns)
  return isBookmarksHtml(text) ? readBookmarksHtml(text) : readJson(text, filesOf)
}

function readJson(text: string, filesOf?: FilesOf): ReaderExport {
  if (!/^\s*[[{]/.test(text)) throw new ReaderExportError('unknown')
  const file = parsed(text)
  const reader = jsonReaders.find(({ recognises }) => recognises(file))
  if (!reader) throw new ReaderExportError('unknown')
  return reader.read(file, filesOf)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ReaderExportError('broken')
  }
}

/** The encoding of a file by its byte order mark, for a TextDecoder. */
export function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}
