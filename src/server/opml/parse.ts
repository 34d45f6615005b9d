/**
 * Parses OPML to lines. One lenient parser for valid and broken files: everything that looks like an outline counts, because
 * a user who imports 300 feeds wants them whatever the file's quality.
 */
import { feedRequest, type FeedRequestSettings } from '../../contract/feed-requests.ts'
import { isView, type View } from '../../contract/views.ts'
import { decode } from '../feeds/decode/decode.ts'
import { withoutCredentials, type Credentials } from '../feeds/fetch/credentials.ts'
import { readAddress } from '../feeds/fetch/source.ts'
import { Refusal } from '../http/refusal.ts'
import { parseMarkup } from '../parsing/markup.ts'
import {
  createAccountReader,
  settingsOfOutline,
  type AccountSettings,
  type FeedSettings,
} from './account-settings.ts'
import { repairOutlines } from './repair-outlines.ts'

/** One feed of the file. */
export type OpmlLine = {
  /** Counted from 1 in the order of the file. */
  readonly line: number
  /** The address to fetch; null when the written one is invalid. */
  readonly url: string | null
  /** The address as written in the file. */
  readonly written: string
  readonly title: string | null
  /** The user's title; null where the file has only the feed's own. */
  readonly userTitle: string | null
  /** Folder names, joined by "/". */
  readonly category: string | null
  readonly siteUrl: string | null
  readonly view: View
  readonly isPrivate: boolean
  /** A name and a password in the written address. */
  readonly credentials: Credentials | null
  /** Request settings for the user; null where the file has none, or invalid ones. */
  readonly request: FeedRequestSettings | null
  readonly settings: FeedSettings
}

export type OpmlContent = { readonly lines: readonly OpmlLine[]; readonly account: AccountSettings }

/** A tag or a character reference. */
const MARKUP = /<[a-z/!]|&(#|\w+;)/i

type Attributes = Readonly<Record<string, string>>
/** An open outline, which gives its children folder and view. Feeds add no level, also when their tag is not closed. */
type Level = { readonly folder: string | null; readonly view: View | null }
const TOP: Level = { folder: null, view: null }
/** Limit on nesting; deeper outlines are read as if they were at this level. */
const DEPTH_MAX = 1000

/** Limit on feeds per file; the lines are copied to the main process. */
const FEEDS_MAX = 50_000

/** As {@link parseOpml}, but its result can be sent between processes. */
export function parseOpmlFile(
  bytes: Uint8Array,
): ({ readonly ok: true } & OpmlContent) | { readonly ok: false; readonly reason: string } {
  try {
    const content = readOpml(bytes)
    if (content.lines.length <= FEEDS_MAX) return { ok: true, ...content }
    return { ok: false, reason: `The file has more than ${FEEDS_MAX} feeds.` }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason ?? error.message }
    throw error
  }
}

/** The feeds of a file. @param bytes the file in any encoding @throws Refusal invalidFile when there is no outline at all */
export const parseOpml = (bytes: Uint8Array): readonly OpmlLine[] => readOpml(bytes).lines

function readOpml(bytes: Uint8Array): OpmlContent {
  const account = createAccountReader()
  const lines: OpmlLine[] = []
  const levels: Level[] = []
  /** The open outline of type rss without an address: a folder once there is an outline in it, else a feed without address. */
  let leaf: { readonly attributes: Attributes; readonly parent: Level } | null = null
  let outlines = 0
  parseMarkup(
    repairOutlines(decode(bytes, null).text),
    {
      onopentag(name, attributes) {
        if (localName(name) !== 'outline') return
        outlines += 1
        leaf = null
        if (account.read(attributes)) return void levels.push(levels.at(-1) ?? TOP)
        const parent = levels.at(-1) ?? TOP
        if (writtenAddress(attributes)) lines.push(toLine(attributes, parent, lines.length + 1))
        else if (isRss(attributes)) leaf = { attributes, parent }
        levels.push(writtenAddress(attributes) ? parent : childLevel(parent, attributes))
      },
      onclosetag(name) {
        if (localName(name) !== 'outline') return
        levels.pop()
        if (leaf) lines.push(toLine(leaf.attributes, leaf.parent, lines.length + 1))
        leaf = null
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
  return { lines, account: account.result() }
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
const writtenAddress = (a: Attributes): string | undefined =>
  a.source ?? a.xmlurl ?? (isRss(a) ? a.url : undefined)
/** An outline of this type without an address and without outlines in it is a feed too: the import reports it. */
const isRss = (a: Attributes): boolean => /^(rss|atom|feed|json)/i.test(a.type?.trim() ?? '')
function childLevel(parent: Level, a: Attributes): Level {
  const view = viewOf(a)
  if (view !== null) return { ...parent, view }
  const folder = plainTextOf(a.text) ?? plainTextOf(a.title)
  return {
    ...parent,
    folder: parent.folder && folder ? `${parent.folder}/${folder}` : (folder ?? parent.folder),
  }
}

function toLine(a: Attributes, parent: Level, line: number): OpmlLine {
  const written = (writtenAddress(a) ?? '').replace(/[\n\r\t]/g, '').trim()
  const read = readAddress(written)
  const feedView = viewOf(a)
  // Only Lectern's export writes a view on a feed. Its names are exact, and it writes `title` only for a user's title.
  const isOwnExport = feedView !== null
  const named = isOwnExport ? a.title || a.text || null : (plainTextOf(a.title) ?? plainTextOf(a.text))
  // Other readers write the address where a feed has no title.
  const title = named && withoutCredentials(named)
  return {
    line,
    url: read?.address ?? null,
    written,
    credentials: read?.credentials ?? null,
    title: isOwnExport && a.title === undefined && title === written ? null : title,
    userTitle: isOwnExport ? a.title || null : title,
    category: isOwnExport ? a.category || parent.folder : (parent.folder ?? firstCategory(a.category)),
    siteUrl: a.htmlurl?.trim() || null,
    view: feedView ?? parent.view ?? 0,
    isPrivate: a.isprivate === 'true',
    request: requestOf(a),
    settings: settingsOfOutline(a),
  }
}

/** Only Lectern's export writes `allowsInsecure`. */
function requestOf(a: Attributes): FeedRequestSettings | null {
  if (a.allowsinsecure === undefined) return null
  const request = feedRequest.safeParse({
    userAgent: a.useragent ?? null,
    proxy: a.proxy ?? null,
    username: a.username ?? null,
    allowsInsecure: a.allowsinsecure === 'true',
    ignoresEdits: a.ignoresedits === 'true',
    usesFetcher: a.usesfetcher === 'true',
  })
  return request.data ?? null
}

const plainTextOf = (text: string | undefined): string | null =>
  plainText(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim() || null

/** OPML 2.0: "/Boston/Weather,/Harvard" is a list of categories; Lectern uses the first. */
const firstCategory = (list: string | undefined): string | null =>
  plainTextOf(list?.split(',')[0]?.replace(/^[\s/]+|(?<![\s/])[\s/]+$/g, ''))

function viewOf(a: Attributes): View | null {
  const view = /^\d$/.test(a.view ?? '') ? Number(a.view) : null
  return isView(view) ? view : null
}

/** Converts a title with HTML to the text a user would see. Text without markup is returned unchanged. */
function plainText(title: string): string {
  if (!MARKUP.test(title)) return title
  const parts: string[] = []
  parseMarkup(title, { ontext: (text) => void parts.push(text) })
  return parts.join('')
}
