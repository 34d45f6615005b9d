/** The pure part of the pipeline: bytes in, a feed and its safe entries out. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decode } from './decode/decode.ts'
import type { ParsedEntry, ParsedFeed } from './parsed-feed.ts'
import type { Document } from './fetch/document.ts'
import { normalise } from './normalise/normalise.ts'
import { parseFeed } from './parse/parse.ts'
import { sanitiseEntry } from './sanitise/sanitise-entry.ts'
import { skipTimesOf } from './schedule/read-skip-hours.ts'
import { hubLinksOf, type HubLinks } from './websub/hub-links.ts'

/** The content of a document. */
export type Read = {
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
  Partial<Pick<Document, 'links' | 'spoken' | 'location'>>

/** @param now ms since 1970, the ceiling for dates */
export async function readDocument(
  { bytes, contentType, url, links = null, spoken = null, location = null }: Material,
  now: number,
): Promise<ReadResult> {
  const { text, encoding } = decode(bytes, contentType)
  const from = location ?? url
  const parsed = parseFeed(text, from)
  if (!parsed.ok) return parsed
  const { feed, entries } = normalise(parsed.document, from, now, spoken)
  const safe: ParsedEntry[] = []
  for (const entry of entries) {
    safe.push(sanitiseEntry(entry))
    if (safe.length % BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return {
    ok: true,
    encoding,
    format: parsed.document.format,
    rescued: parsed.rescued,
    feed,
    entries: safe,
    quietTimes: skipTimesOf(parsed.document),
    offer: hubLinksOf(parsed.document, url, links),
  }
}
