/**
 * OPML to lines. One lenient reader for good and bad files alike: whatever still looks like an outline counts,
 * because a person who brings 300 feeds wants them, not an opinion on XML.
 */
import { isView, type View } from '../../contract/views.ts'
import { decode } from '../feeds/decode/decode.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import { Refusal } from '../http/refusal.ts'
import { parseMarkup } from '../parsing/markup.ts'
import { repairOutlines } from './repair-outlines.ts'
import { plainText } from './plain-text.ts'

/** One feed of the file. */
export type OpmlLine = {
  /** Counted from 1 in the order of the file. */
  readonly line: number
  /** What can be fetched; null when what is written is no address. */
  readonly url: string | null
  /** What stands in the file. */
  readonly written: string
  readonly title: string | null
  /** The title that a person gave; null where the file says that it is the feed's own. */
  readonly givenTitle: string | null
  /** Folder names, joined by "/". */
  readonly category: string | null
  readonly siteUrl: string | null
  readonly view: View
  readonly isPrivate: boolean
}

type Attributes = Readonly<Record<string, string>>
/** An open outline: where those inside are. Feeds add nothing, also where their tag was never closed. */
type Level = { readonly folder: string | null; readonly view: View | null }
const TOP: Level = { folder: null, view: null }
/** Deeper than anybody sorts feeds; outlines further in are read too, as if they stood here. */
const DEPTH_MAX = 1000

/** More feeds than anybody follows; their rows are copied into the main thread. */
const FEEDS_MAX = 50_000

/** As {@link parseOpml}, but its result can be sent between processes. */
export function parseOpmlFile(
  bytes: Uint8Array,
):
  | { readonly ok: true; readonly lines: readonly OpmlLine[] }
  | { readonly ok: false; readonly reason: string } {
  try {
    const lines = parseOpml(bytes)
    if (lines.length <= FEEDS_MAX) return { ok: true, lines }
    return { ok: false, reason: `The file has more than ${FEEDS_MAX} feeds.` }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason ?? error.message }
    throw error
  }
}

/** @param bytes the file in any encoding @throws Refusal invalidFile when there is no outline at all */
export function parseOpml(bytes: Uint8Array): OpmlLine[] {
  const lines: OpmlLine[] = []
  const levels: Level[] = []
  let outlines = 0
  parseMarkup(
    repairOutlines(decode(bytes, null).text),
    {
      onopentag(name, attributes) {
        if (localName(name) !== 'outline') return
        outlines += 1
        const feed = isFeed(attributes)
        const around = levels.at(-1) ?? TOP
        if (feed) lines.push(toLine(attributes, around, lines.length + 1))
        levels.push(feed ? around : within(around, attributes))
      },
      onclosetag(name) {
        if (localName(name) === 'outline') levels.pop()
      },
    },
    {
      xmlMode: true,
      lowerCaseTags: true,
      lowerCaseAttributeNames: true,
      depth: DEPTH_MAX,
      isVoid: (name) => localName(name) !== 'outline',
    },
  )
  if (outlines === 0) throw new Refusal('invalidFile', 'The file has no OPML outlines.')
  return lines
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
const writtenAddress = (a: Attributes): string | undefined =>
  a.source ?? a.xmlurl ?? (isRss(a) ? a.url : undefined)
const isRss = (a: Attributes): boolean => /^(rss|atom|feed|json)/i.test(a.type?.trim() ?? '')
/** An outline of type rss without an address is a feed too: a line that has to be reported. */
const isFeed = (a: Attributes): boolean => Boolean(writtenAddress(a)) || isRss(a)

function within(around: Level, a: Attributes): Level {
  const view = viewOf(a)
  if (view !== null) return { ...around, view }
  const folder = words(a.text) ?? words(a.title)
  return {
    ...around,
    folder: around.folder && folder ? `${around.folder}/${folder}` : (folder ?? around.folder),
  }
}

function toLine(a: Attributes, around: Level, line: number): OpmlLine {
  const written = (writtenAddress(a) ?? '').replace(/[\n\r\t]/g, '').trim()
  const ownView = viewOf(a)
  // Only our own export writes a view on a feed. Its names are exact, and a title stands there only if a person gave it.
  const ours = ownView !== null
  const title = ours ? a.title || a.text || null : (words(a.title) ?? words(a.text))
  return {
    line,
    url: normaliseAddress(written),
    written,
    title: ours && a.title === undefined && title === written ? null : title,
    givenTitle: ours ? a.title || null : title,
    category: ours ? a.category || around.folder : (around.folder ?? firstCategory(a.category)),
    siteUrl: a.htmlurl?.trim() || null,
    view: ownView ?? around.view ?? 0,
    isPrivate: a.isprivate === 'true',
  }
}

const words = (text: string | undefined): string | null =>
  plainText(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim() || null

/** OPML 2.0: "/Boston/Weather,/Harvard" is a list of places; ours is one. */
const firstCategory = (list: string | undefined): string | null =>
  words(list?.split(',')[0]?.replace(/^[\s/]+|(?<![\s/])[\s/]+$/g, ''))

function viewOf(a: Attributes): View | null {
  const view = /^\d$/.test(a.view ?? '') ? Number(a.view) : null
  return isView(view) ? view : null
}
