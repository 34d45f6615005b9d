/** Recognises the file of another reader by its content, and reads it. */
import { isFeedly, readFeedly } from './feedly.ts'
import { isGoogleReader, readGoogleReader } from './google-reader.ts'
import { isMiniflux, readMiniflux } from './miniflux.ts'
import { isNewsblur, readNewsblur } from './newsblur.ts'
import { ReaderExportError, type ReaderExport } from './reader-export.ts'
import { isReadwise, readReadwise } from './readwise.ts'

type JsonReader = {
  readonly recognises: (file: unknown) => boolean
  readonly read: (file: unknown) => ReaderExport
}

/** Feedly before Google Reader, whose shape it shares. */
const jsonReaders: readonly JsonReader[] = [
  { recognises: isNewsblur, read: readNewsblur },
  { recognises: isMiniflux, read: readMiniflux },
  { recognises: isFeedly, read: readFeedly },
  { recognises: isGoogleReader, read: readGoogleReader },
]

/** Keys of one of the readers, at least one of which is near the beginning of a file. */
const KEYS = /"(items|entries|stories|feed_url|originId|story_permalink|published_at)"\s*:/

/** Whether a text, or the beginning of one, may be such a file: JSON or CSV with the names of a reader. */
export const isReaderExport = (text: string): boolean =>
  (/^\uFEFF?\s*[[{]/.test(text) && KEYS.test(text)) || isReadwise(text)

/** @param text without a byte order mark @throws ReaderExportError */
export function readExport(text: string): ReaderExport {
  if (text.startsWith('PK\u0003\u0004')) throw new ReaderExportError('zip')
  if (text.trim() === '') throw new ReaderExportError('empty')
  const result = isReadwise(text) ? readReadwise(text) : readJson(text)
  if (result.entries.length + result.feeds.length + result.problems.length === 0)
    throw new ReaderExportError('nothing')
  return result
}

function readJson(text: string): ReaderExport {
  if (!/^\s*[[{]/.test(text)) throw new ReaderExportError('unknown')
  const file = parsed(text)
  const reader = jsonReaders.find(({ recognises }) => recognises(file))
  if (!reader) throw new ReaderExportError('unknown')
  return reader.read(file)
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
