/** Parses text to the elements of a feed. Lenient; every repair is reported. */
import { build, type Repairs } from './build.ts'
import { elementsIn, first, type Element, ENTRIES } from './element.ts'
import { takeDoctype } from './entities.ts'
import { readJson } from './json-text.ts'

type Format = 'rss' | 'rdf' | 'atom' | 'cdf' | 'json'
export type ParseResult =
  | { readonly format: Exclude<Format, 'json'>; readonly root: Element }
  | { readonly format: 'json'; readonly feed: Readonly<Record<string, unknown>> }
export type Parsed = {
  readonly ok: true
  readonly document: ParseResult
  /** Repairs that were necessary, as sentences for users. */
  readonly rescued: readonly string[]
}
export type Unparsed = { readonly ok: false; readonly message: string }

/** Characters within which the root element must begin. */
const HEAD = 50_000
const ROOT = /<(?:[\w.-]+:)?(rss|feed|rdf|channel|entry|item)(?=[\s>/])/i

/**
 * @param url the document's address, for a relative xml:base
 * @returns never throws; the message distinguishes a document that is no feed from a broken one
 */
export function parseFeed(text: string, url: string | null = null): Parsed | Unparsed {
  const rescued: string[] = []
  const start = clean(text, rescued)
  if (start === '') return { ok: false, message: 'The answer is empty' }
  if (/^[{[]/.test(start) && !ROOT.test(start.slice(0, 2000))) return fromJson(start)
  if (!ROOT.test(start.slice(0, HEAD))) return { ok: false, message: noFeed(start) }
  const { text: body, entities, refused } = takeDoctype(start)
  if (refused > 0) rescued.push('left out entities of the document type that grow too large')
  const { root, repairs } = build(closeCdata(body, rescued), escapeLoneBrackets, entities, url)
  const result = rootOf(root) ?? entriesOnly(root, start)
  if (!result) return { ok: false, message: noFeed(start) }
  if (result.outside) rescued.push(result.outside)
  return { ok: true, document: result.document, rescued: [...rescued, ...describeRepairs(repairs)] }
}

/** Removes text before the first tag and characters that XML forbids. */
function clean(text: string, rescued: string[]): string {
  // eslint-disable-next-line no-control-regex -- matches these characters on purpose
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  if (legal.length < text.length) rescued.push('left out characters that XML forbids')
  const trimmed = legal.replace(/^\ufeff/, '').trim()
  const start = trimmed.search(/[<{[]/)
  if (start > 0) {
    rescued.push('left out what stood before the document')
    const tag = trimmed.indexOf('<')
    return tag < 0 ? trimmed.slice(start) : trimmed.slice(tag)
  }
  return start < 0 ? '' : trimmed
}

/** An unclosed CDATA section would swallow the rest of the document, so its tags are parsed as tags. */
function closeCdata(text: string, rescued: string[]): string {
  const start = text.lastIndexOf('<![CDATA[')
  if (start < 0 || text.includes(']]>', start)) return text
  // Truncated inside the section: the remainder stays text.
  if (!/<\/(title|description|content|summary|item|entry|channel|rss|feed)\b/i.test(text.slice(start)))
    return text
  rescued.push('took text that never ends as markup')
  return text.slice(0, start) + text.slice(start + '<![CDATA['.length)
}

/** A `<` that begins no tag would swallow everything up to the next `>`. */
function escapeLoneBrackets(text: string): string {
  if (!/<[^a-z_/!?:]/i.test(text)) return text
  return text.replace(/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(?![\p{L}_/!?:])/gu, (match) =>
    match === '<' ? '&lt;' : match,
  )
}

function fromJson(text: string): Parsed | Unparsed {
  const json = readJson(text)
  if (!json) return { ok: false, message: 'This is neither XML nor whole JSON' }
  const { value, rescued } = json
  const isFeed =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (('version' in value && /jsonfeed/i.test(String(value.version))) ||
      ('items' in value && Array.isArray(value.items) && ('title' in value || 'home_page_url' in value)))
  if (!isFeed) return { ok: false, message: 'This is JSON, but not a feed' }
  const feed = value as Readonly<Record<string, unknown>>
  return { ok: true, document: { format: 'json', feed }, rescued: rescued ? [rescued] : [] }
}

const FORMATS: Readonly<Record<string, Exclude<Format, 'json'>>> = {
  rss: 'rss',
  feed: 'atom',
  rdf: 'rdf',
  channel: 'cdf',
  entry: 'atom',
}

type Root = { readonly document: ParseResult; readonly outside: string | null }

/** The feed's root element: the one nearest to the top, also when a web page wraps it. */
function rootOf(document: Element): Root | null {
  let level = elementsIn(document)
  for (let depth = 0; level.length > 0 && depth < 20; depth += 1) {
    for (const root of level) {
      const format = FORMATS[root.local]
      if (format && isPlausible(root, depth))
        return {
          document: { format: formatOf(root, format), root },
          outside: depth > 0 ? 'took the feed out of a page around it' : null,
        }
    }
    level = level.flatMap(elementsIn)
  }
  return null
}

/** A feed without its beginning: only the entries are used. */
function entriesOnly(document: Element, text: string): Root | null {
  const entries = elementsIn(document).filter(({ name }) => ENTRIES.has(name))
  if (entries.length === 0 || /<(html|body)[\s>]/i.test(text)) return null
  const format = entries[0]?.local === 'entry' ? 'atom' : 'rss'
  return { document: { format, root: document }, outside: 'the beginning is missing: kept the entries' }
}

/** A page may use one of these names for something else. */
function isPlausible(root: Element, depth: number): boolean {
  if (depth === 0 && root.local !== 'entry') return true
  if (root.local === 'rss' || root.local === 'rdf') return elementsIn(root).length > 0
  return ['title', 'item', 'entry', 'id', 'link', 'items'].some(
    (name) => first(root, name) ?? first(root, `atom:${name}`),
  )
}

/** RSS 1.1 and bare channels are RSS; a channel with an address in its attributes is Microsoft's CDF. */
function formatOf(root: Element, format: Exclude<Format, 'json'>): Exclude<Format, 'json'> {
  return format === 'cdf' && root.attributes['href'] === undefined && !first(root, 'abstract')
    ? 'rss'
    : format
}

function describeRepairs({ unclosed, ampersands, nested, truncated, tooDeep }: Repairs): string[] {
  return [
    ...(tooDeep ? ['stopped where its tags nest too deep'] : []),
    ...(truncated ? ['the document ends too early: kept what was whole'] : []),
    ...(nested > 0 ? [`took ${nested} entries out of other entries`] : []),
    ...(unclosed > 0 && !truncated ? [`closed ${unclosed} tags that were left open`] : []),
    ...(ampersands > 0 ? [`took ${ampersands} lone & as text`] : []),
  ]
}

function noFeed(text: string): string {
  if (/^\s*<(!doctype html|html|head|body)/i.test(text) || /<html[\s>]/i.test(text.slice(0, 5000)))
    return 'This is a web page, not a feed'
  return 'This is not a feed'
}
