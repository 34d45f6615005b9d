/** The pure part of the pipeline: bytes in, a feed and its safe entries out. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decode } from './decode/decode.ts'
import type { ParsedEntry, ParsedFeed } from './parsed-feed.ts'
import type { Document } from './fetch/document.ts'
import { normalise, normaliseRaw } from './normalise/normalise.ts'
import type { NormalisedEntry } from './normalise/normalised.ts'
import { parseFeed } from './parse/parse.ts'
import { sanitiseEntry } from './sanitise/sanitise-entry.ts'
import { skipTimesOf } from './schedule/read-skip-hours.ts'
import { hubLinksOf, type HubLinks } from './websub/hub-links.ts'

/** The content of a document. */
export type Read = {
  /** The text of a page whose changes are followed, where it is to be stored for the next comparison. */
  readonly pageText?: string
  readonly feed: ParsedFeed
  readonly entries: readonly ParsedEntry[]
  /** skipHours and skipDays, as stored. */
  readonly quietTimes: string | null
  /** Hubs that push new entries (WebSub). */
  readonly offer: HubLinks | null
}

export type ReadResult =
  | (Read & {
      readonly ok: true
      readonly encoding: string
      readonly format: string
      readonly rescued: readonly string[]
    })
  | { readonly ok: false; readonly message: string }

/** Entries sanitised between two yields to the event loop. */
const BATCH_SIZE = 8

/** A document as received. */
export type Material = Pick<Document, 'bytes' | 'contentType' | 'url'> &
  Partial<Pick<Document, 'links' | 'spoken' | 'location' | 'page'>> & {
    /** The text of the page that changes are compared with. */
    readonly before?: string | null
  }

/** @param now ms since 1970, the ceiling for dates */
export async function readDocument(material: Material, now: number): Promise<ReadResult> {
  const { bytes, contentType, url, links = null, spoken = null, location = null, page } = material
  if (page) return readPageDocument(material, page, now)
  const { text, encoding } = decode(bytes, contentType)
  const from = location ?? url
  const parsed = parseFeed(text, from)
  if (!parsed.ok) return parsed
  const { feed, entries } = normalise(parsed.document, from, now, spoken)
  return {
    ok: true,
    encoding,
    format: parsed.document.format,
    rescued: parsed.rescued,
    feed,
    entries: await sanitised(entries),
    quietTimes: skipTimesOf(parsed.document),
    offer: hubLinksOf(parsed.document, url, links),
  }
}

/** Its library is large; only the child process loads it. */
async function readPageDocument(
  material: Material,
  page: NonNullable<Material['page']>,
  now: number,
): Promise<ReadResult> {
  const [{ readPage }, { readPageChanges }, { PageError }] = await Promise.all([
    import('./pages/read-page.ts'),
    import('./pages/read-page-changes.ts'),
    import('./pages/page-document.ts'),
  ])
  try {
    const { raw, text } = page.changes
      ? readPageChanges(material, page, now)
      : { raw: readPage(material, page), text: undefined }
    const { feed, entries } = normaliseRaw(raw, now, material.spoken)
    return {
      ...(text !== undefined && { pageText: text }),
      ok: true,
      encoding: decode(material.bytes, material.contentType).encoding,
      format: 'page',
      rescued: [],
      feed,
      entries: await sanitised(entries),
      quietTimes: null,
      offer: null,
    }
  } catch (error) {
    if (error instanceof PageError) return { ok: false, message: error.message }
    throw error
  }
}

async function sanitised(entries: readonly NormalisedEntry[]): Promise<ParsedEntry[]> {
  const safe: ParsedEntry[] = []
  for (const entry of entries) {
    safe.push(sanitiseEntry(entry))
    if (safe.length % BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return safe
}
