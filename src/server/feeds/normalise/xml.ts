/** A feed of any XML format: RSS 0.9x to 2.0, RSS 1.0 and 1.1 (RDF), Atom 0.3 and 1.0, CDF. */
import { all, elementsIn, first, firstSaying, textOf, type Element, ENTRIES } from '../parse/element.ts'
import type { ParseResult } from '../parse/parse.ts'
import { absolute } from './address.ts'
import { firstText, htmlOf, titleOf, type Dialect } from './construct.ts'
import { entryOf } from './entry.ts'
import { linksOf, pageOf } from './links.ts'
import { pictureOf } from './media.ts'
import type { RawFeed } from './normalised.ts'
import { authorsOfElement, authorIn, type Author } from './authors.ts'

type Xml = Exclude<ParseResult, { format: 'json' }>
const DESCRIPTIONS =
  `description subtitle tagline abstract atom:subtitle itunes:summary dc:description itunes:subtitle info
  media:description googleplay:description`.split(/\s+/)

/** @param url the document's address @param max entries to read; further ones are the feed's archive */
export function fromXml({ format, root }: Xml, url: string | null, max: number): RawFeed {
  const dialect: Dialect = format === 'atom' ? 'atom' : 'rss'
  const isSingleEntry = root.local === 'entry'
  const channel = isSingleEntry ? withoutChildren(root) : (first(root, 'channel') ?? root)
  const from = channel.base ?? url
  const siteUrl = siteOf(channel, from)
  const base = channel.base ?? siteUrl ?? url
  const title = ['title', 'atom:title', 'dc:title', 'itunes:title', 'media:title']
    .map((name) => titleOf(firstSaying(channel, name), dialect))
    .find(Boolean)
  const home = { dialect, base, people: authorsOf(channel, from), channel }
  return {
    title: title?.text,
    titleIsText: title?.isText ?? false,
    description: DESCRIPTIONS.map((name) => htmlOf(firstSaying(channel, name), dialect)).find(Boolean),
    image: imageOf(channel, root, from),
    siteUrl,
    base,
    language:
      firstText(channel, 'language', 'dc:language') ?? channel.language ?? channel.attributes['xml:lang'],
    ttlMinutes: longest(numberOf(textOf(first(channel, 'ttl'))), periodMinutes(channel)),
    entries: (isSingleEntry ? [root] : entriesIn(root, max)).map((entry) => entryOf(entry, home)),
  }
}

/** A document that is a single entry: its elements describe the entry, not a feed. */
const withoutChildren = (root: Element): Element => ({ ...root, children: [], index: null })

/** Entries anywhere: in the channel, next to it, or in a non-standard `items`. */
function entriesIn(root: Element, max: number): Element[] {
  const entries: Element[] = []
  const walk = (parent: Element, depth: number): void => {
    for (const child of elementsIn(parent)) {
      if (entries.length >= max) return
      if (ENTRIES.has(child.name)) {
        if (child.children.length + Object.keys(child.attributes).length > 0 && isUsable(child))
          entries.push(child)
      } else if (depth < 4 && child.name !== 'image') walk(child, depth + 1)
    }
  }
  walk(root, 0)
  return entries
}

/** A truncated entry is usable when it has a title and an id or link. */
function isUsable(entry: Element): boolean {
  if (!entry.cut) return true
  const completeChild = (name: string): Element | undefined =>
    elementsIn(entry).find((child) => child.name === name && !child.cut)
  const opens = ['guid', 'id'].some((name) => /^https?:/i.test(textOf(completeChild(name)) ?? ''))
  return completeChild('title') !== undefined && (opens || completeChild('link') !== undefined)
}

function siteOf(channel: Element, base: string | null): string | null {
  const id = firstText(channel, 'id', 'atom:id')
  return (
    pageOf(linksOf(channel, base)) ??
    absolute(channel.attributes['href'], base) ??
    (/^https?:\/\//i.test(id ?? '') ? absolute(id, base) : null)
  )
}

/** Default authors of entries without one; an editor only with a name. */
function authorsOf(channel: Element, base: string | null): readonly Author[] {
  const authors = authorsOfElement(channel, base)
  const editor = authorIn(firstText(channel, 'managingeditor'))
  if (authors.length > 0) return authors
  const owner = firstText(first(channel, 'itunes:owner') ?? channel, 'itunes:name')
  return editor?.name ? [editor] : owner ? [{ name: owner }] : []
}

function imageOf(channel: Element, root: Element, base: string | null): string | null {
  const images = [channel, root]
    .flatMap((container) => all(container, 'image'))
    .map((image) => pictureOf(image, base))
  const named = [
    'itunes:image',
    'googleplay:image',
    'logo',
    'atom:logo',
    'icon',
    'atom:icon',
    'webfeeds:logo',
    'webfeeds:icon',
  ].map((name) => pictureOf(first(channel, name), base))
  const thumbnail = first(channel, 'media:thumbnail')
  return [...images, ...named].find((address) => address !== null) ?? pictureOf(thumbnail, base)
}

const PERIODS: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

/** Update interval of the syndication module, in minutes. */
function periodMinutes(channel: Element): number | undefined {
  const period = PERIODS[textOf(first(channel, 'sy:updateperiod'))?.toLowerCase() ?? '']
  const frequency = numberOf(textOf(first(channel, 'sy:updatefrequency'))) ?? 1
  return period ? Math.round(period / Math.max(1, frequency)) : undefined
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined
const longest = (...minutes: readonly (number | undefined)[]): number | undefined => {
  const positive = minutes.filter((value): value is number => value !== undefined && value > 0)
  return positive.length > 0 ? Math.max(...positive) : undefined
}
