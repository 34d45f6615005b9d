/** Turns the entries of files into valid entries of the contract, and collects what they lack. */
import { MAX_NOTE, MAX_QUOTE } from '../limits.ts'
import type { ImportedEntry } from '../imports.ts'
import { cleanLabelName, MAX_LABEL_NAME } from '../label-names.ts'
import { utf8Length } from './utf8-length.ts'
import type { FeedOfExport, LineProblem, ReaderExport, ReaderName, UnreadLine } from './reader-export.ts'

/** An entry as the file has it, unchecked. */
export type RawEntry = {
  readonly url?: unknown
  readonly guid?: unknown
  readonly title?: unknown
  readonly content?: unknown
  readonly author?: unknown
  /** ms since 1970, or a text that Date.parse() reads */
  readonly publishedAt?: unknown
  readonly feedUrl?: unknown
  readonly starred?: boolean | null
  readonly read?: boolean | null
  readonly labels?: readonly unknown[]
  readonly highlights?: readonly RawHighlight[]
}
type RawHighlight = { readonly text: unknown; readonly note?: unknown; readonly createdAt?: unknown }
type RawFeed = {
  readonly url?: unknown
  readonly title?: unknown
  readonly siteUrl?: unknown
  readonly category?: unknown
}

/** Characters, and UTF-8 bytes of a text with its escapes: a request with one entry is below 1 MiB. */
const MAX_TEXT = 900_000
const MAX_ADDRESS = 2000
const MAX_LABELS = 100
const MAX_HIGHLIGHTS = 1000

export type ExportBuilder = {
  /** Adds the next line. */
  readonly entry: (entry: RawEntry) => void
  /** Reads each object of a list, which adds its entry. Anything else counts as a line that is no entry. */
  readonly records: (values: readonly unknown[], read: (record: JsonRecord) => void) => void
  readonly feed: (feed: RawFeed) => void
  readonly result: () => ReaderExport
}

export function createExportBuilder(reader: ReaderName): ExportBuilder {
  const feeds = new Map<string, FeedOfExport>()
  const entries: ImportedEntry[] = []
  const problems: UnreadLine[] = []
  let line = 0
  return {
    entry(raw) {
      line += 1
      const title = textOf(raw.title)?.slice(0, MAX_ADDRESS) ?? null
      const report = (problem: LineProblem) => problems.push({ line, title, problem })
      const entry = cleanEntry(raw, report)
      if (entry) entries.push(entry)
      else report('empty')
    },
    records(values, read) {
      for (const value of values) {
        const record = recordOf(value)
        if (record) read(record)
        else problems.push({ line: (line += 1), title: null, problem: 'notAnEntry' })
      }
    },
    feed({ url, title, siteUrl, category }) {
      const address = textOf(url)
      if (address === null || address.length > MAX_ADDRESS || feeds.has(address)) return
      feeds.set(address, {
        url: address,
        title: textOf(title),
        siteUrl: textOf(siteUrl),
        category: textOf(category),
      })
    },
    result: () => ({ reader, feeds: [...feeds.values()], entries, problems }),
  }
}

/** @returns null where nothing is left to save */
function cleanEntry(
  raw: RawEntry,
  report: (problem: 'longText' | 'longAddress') => void,
): ImportedEntry | null {
  const address = textOf(raw.url)
  const url = address !== null && address.length > MAX_ADDRESS ? null : address
  if (url !== address) report('longAddress')
  const text = textOf(raw.content)
  const content = text !== null && jsonLength(text) > MAX_TEXT ? null : text
  if (content !== text) report('longText')
  const title = textOf(raw.title)?.slice(0, 2000) ?? null
  if (url === null && title === null && content === null) return null
  return {
    url,
    guid: short(raw.guid, 2000),
    title,
    content,
    author: textOf(raw.author)?.slice(0, 500) ?? null,
    publishedAt: timeOf(raw.publishedAt),
    feedUrl: short(raw.feedUrl, MAX_ADDRESS),
    starred: raw.starred ?? null,
    read: raw.read ?? null,
    labels: labelsOf(raw.labels ?? []),
    highlights: (raw.highlights ?? []).flatMap(cleanHighlight).slice(0, MAX_HIGHLIGHTS),
  }
}

function cleanHighlight({ text, note, createdAt }: RawHighlight): ImportedEntry['highlights'] {
  const quoted = textOf(text)?.slice(0, MAX_QUOTE) ?? ''
  const written = textOf(note)?.slice(0, MAX_NOTE) ?? null
  if (quoted === '' && written === null) return []
  return [{ text: quoted, note: written, createdAt: timeOf(createdAt) }]
}

function labelsOf(names: readonly unknown[]): string[] {
  const labels = names.flatMap((name) => {
    const text = textOf(name)
    return (text !== null && cleanLabelName(text.slice(0, MAX_LABEL_NAME))) || []
  })
  return [...new Set(labels)].slice(0, MAX_LABELS)
}

/** A text that is not empty, as JSON can carry it. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.toWellFormed().replaceAll('\0', '').trim() || null
}

/** A shortened address would be another one. */
function short(value: unknown, most: number): string | null {
  const text = textOf(value)
  return text !== null && text.length <= most ? text : null
}

const jsonLength = (text: string): number => utf8Length(JSON.stringify(text))

function timeOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  const time = new Date(ms)
  const year = Number.isFinite(ms) ? time.getUTCFullYear() : Number.NaN
  return year >= 1 && year <= 9999 ? time.toISOString() : null
}

/** Seconds since 1970, as ms. @returns null for what is no such time */
export const msOfSeconds = (seconds: unknown): number | null =>
  Number(seconds) > 0 ? Number(seconds) * 1000 : null

export type JsonRecord = Readonly<Record<string, unknown>>
/** @returns null for what is no object */
export const recordOf = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** The objects of a list. */
export const recordsOf = (value: unknown): readonly JsonRecord[] =>
  listOf(value)
    .map(recordOf)
    .filter((record) => record !== null)
