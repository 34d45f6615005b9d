/** Text to the elements of a feed. Nothing here is strict; whatever had to be forgiven is named. */
import { build, type Forgiven } from './build.ts'
import { elementsIn, first, type Element } from './element.ts'
import { takeDoctype } from './entities.ts'
import { ENTRIES } from './names.ts'
import { readJson } from './json-text.ts'

export type Format = 'rss' | 'rdf' | 'atom' | 'cdf' | 'json'
export type ParseResult =
  | { readonly format: Exclude<Format, 'json'>; readonly root: Element }
  | { readonly format: 'json'; readonly feed: Readonly<Record<string, unknown>> }
export type Parsed = {
  readonly ok: true
  readonly found: ParseResult
  /** What had to be done before the document could be read, in words. */
  readonly rescued: readonly string[]
}
export type Unparsed = { readonly ok: false; readonly words: string }

/** So far into a document its first element must have shown itself. */
const HEAD = 50_000
const ROOT = /<(?:[\w.-]+:)?(rss|feed|rdf|channel|entry|item)(?=[\s>/])/i

/**
 * @param url where the document came from, for a relative xml:base
 * @returns never throws; a document that is no feed is told apart from a broken one by its words
 */
export function parseFeed(text: string, url: string | null = null): Parsed | Unparsed {
  const rescued: string[] = []
  const start = cleaned(text, rescued)
  if (start === '') return { ok: false, words: 'The answer is empty' }
  if (/^[{[]/.test(start) && !ROOT.test(start.slice(0, 2000))) return fromJson(start)
  if (!ROOT.test(start.slice(0, HEAD))) return { ok: false, words: noFeed(start) }
  const { text: body, entities, refused } = takeDoctype(start)
  if (refused > 0) rescued.push('left out entities of the document type that grow too large')
  const { root, forgiven } = build(closed(body, rescued), guarded, entities, url)
  const found = rootOf(root) ?? headless(root, start)
  if (!found) return { ok: false, words: noFeed(start) }
  if (found.outside) rescued.push(found.outside)
  return { ok: true, found: found.found, rescued: [...rescued, ...namedOf(forgiven)] }
}

/** Without what stands before the first tag, and without the characters that XML forbids. */
function cleaned(text: string, rescued: string[]): string {
  // eslint-disable-next-line no-control-regex -- these are the characters meant
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  if (legal.length < text.length) rescued.push('left out characters that XML forbids')
  const whole = legal.replace(/^\ufeff/, '').trim()
  const start = whole.search(/[<{[]/)
  if (start > 0) {
    rescued.push('left out what stood before the document')
    const tag = whole.indexOf('<')
    return tag < 0 ? whole.slice(start) : whole.slice(tag)
  }
  return start < 0 ? '' : whole
}

/** Text that begins verbatim and never ends so would swallow the rest of the document: its tags are tags. */
function closed(text: string, rescued: string[]): string {
  const start = text.lastIndexOf('<![CDATA[')
  if (start < 0 || text.includes(']]>', start)) return text
  // Cut off in the middle of a text: what is there stays that text.
  if (!/<\/(title|description|content|summary|item|entry|channel|rss|feed)\b/i.test(text.slice(start)))
    return text
  rescued.push('took text that never ends as markup')
  return text.slice(0, start) + text.slice(start + '<![CDATA['.length)
}

/** A `<` that begins no tag would swallow everything up to the next `>`. */
function guarded(text: string): string {
  if (!/<[^a-z_/!?:]/i.test(text)) return text
  return text.replace(/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(?![\p{L}_/!?:])/gu, (found) =>
    found === '<' ? '&lt;' : found,
  )
}

function fromJson(text: string): Parsed | Unparsed {
  const read = readJson(text)
  if (!read) return { ok: false, words: 'This is neither XML nor whole JSON' }
  const { value, rescued } = read
  const isFeed =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (('version' in value && /jsonfeed/i.test(String(value.version))) ||
      ('items' in value && Array.isArray(value.items) && ('title' in value || 'home_page_url' in value)))
  if (!isFeed) return { ok: false, words: 'This is JSON, but not a feed' }
  const feed = value as Readonly<Record<string, unknown>>
  return { ok: true, found: { format: 'json', feed }, rescued: rescued ? [rescued] : [] }
}

const FORMATS: Readonly<Record<string, Exclude<Format, 'json'>>> = {
  rss: 'rss',
  feed: 'atom',
  rdf: 'rdf',
  channel: 'cdf',
  entry: 'atom',
}

type Root = { readonly found: ParseResult; readonly outside: string | null }

/** The feed's own element: the nearest to the top, however deep a page around it put it. */
function rootOf(document: Element): Root | null {
  let level = elementsIn(document)
  for (let depth = 0; level.length > 0 && depth < 20; depth += 1) {
    for (const root of level) {
      const format = FORMATS[root.local]
      if (format && believable(root, depth))
        return {
          found: { format: kindOf(root, format), root },
          outside: depth > 0 ? 'took the feed out of a page around it' : null,
        }
    }
    level = level.flatMap(elementsIn)
  }
  return null
}

/** A feed whose beginning is lost is still its entries. */
function headless(document: Element, text: string): Root | null {
  const entries = elementsIn(document).filter(({ name }) => ENTRIES.has(name))
  if (entries.length === 0 || /<(html|body)[\s>]/i.test(text)) return null
  const format = entries[0]?.local === 'entry' ? 'atom' : 'rss'
  return { found: { format, root: document }, outside: 'the beginning is missing: kept the entries' }
}

/** A page may use one of these names for something else. */
function believable(root: Element, depth: number): boolean {
  if (depth === 0 && root.local !== 'entry') return true
  if (root.local === 'rss' || root.local === 'rdf') return elementsIn(root).length > 0
  return ['title', 'item', 'entry', 'id', 'link', 'items'].some(
    (name) => first(root, name) ?? first(root, `atom:${name}`),
  )
}

/** RSS 1.1 and bare channels are RSS; a channel with an address in its attributes is Microsoft's CDF. */
function kindOf(root: Element, format: Exclude<Format, 'json'>): Exclude<Format, 'json'> {
  return format === 'cdf' && root.attributes['href'] === undefined && !first(root, 'abstract')
    ? 'rss'
    : format
}

function namedOf({ unclosed, ampersands, nested, truncated, tooDeep }: Forgiven): string[] {
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
