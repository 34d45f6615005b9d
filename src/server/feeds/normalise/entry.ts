/** One entry of any XML format. Elements of one format in another are read as what they are. */
import { all, elementsIn, first, firstSaying, wordsOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { firstWords, htmlOf, titleOf, type Dialect, type Title } from './construct.ts'
import { linksOf, pageOf, type Link } from './links.ts'
import { attachmentsOf, imageOf, holdsMedia, mediaOf } from './media.ts'
import type { RawEntry } from './normalised.ts'
import { relationsOf } from './relations.ts'
import { namesOf, authorsOfElement, urlOf, type Author } from './authors.ts'

/** What an entry takes from its feed where it says nothing itself. */
export type Home = {
  readonly dialect: Dialect
  readonly base: string | null
  readonly people: readonly Author[]
}

const FULL = ['content:encoded', 'content', 'atom:content', 'xhtml:body', 'body', 'fullitem'] as const
const SHORT = [
  'description',
  'summary',
  'atom:summary',
  'abstract',
  'itunes:summary',
  'dc:description',
  'dcterms:abstract',
  'media:description',
  'itunes:subtitle',
] as const
const TITLES = ['title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'] as const
/** When it appeared, then when it last changed: whatever can be read first is its time. */
const DATES =
  `pubdate published issued atom:published created dc:date dcterms:issued dcterms:created dcterms:date
  dc:created atom:created updated atom:updated modified dcterms:modified date lastmod lastbuilddate publicationdate
  prism:publicationdate pubdatetime`.split(/\s+/)

export function entryOf(element: Element, { dialect, base, people }: Home): RawEntry {
  const from = element.base ?? base
  const links = linksOf(element, from)
  const title = titleIn(element, dialect)
  const own = authorsOfElement(element, from)
  const quoted = authorsOfElement(first(element, 'source') ?? first(element, 'atom:source'), from)
  const authors = [own, quoted, people].find(({ length }) => length > 0) ?? []
  const text = bodyOf(element, dialect)
  const isRich = holdsMedia(element, links)
  return {
    id: idOf(element),
    url: urlOfEntry(element, links, from),
    title: title?.text,
    titleIsText: title?.isText ?? false,
    ...text,
    author: namesOf(authors),
    authorUrl: urlOf(authors),
    authorAvatar: isRich ? imageOf(element, from) : null,
    language: text.language ?? element.language ?? firstWords(element, 'dc:language', 'language'),
    categories: categoriesOf(element),
    dates: datesOf(element),
    media: isRich ? mediaOf(element, links, from) : NONE,
    attachments: isRich ? attachmentsOf(element, links, from) : NONE,
    relations: relationsOf(element, links, from),
  }
}

function datesOf(element: Element): string[] {
  const dates: string[] = []
  for (const name of DATES) {
    const words = wordsOf(firstSaying(element, name))
    if (words !== undefined) dates.push(words)
  }
  const { lastmod } = element.attributes
  return lastmod === undefined ? dates : [...dates, lastmod]
}

function titleIn(element: Element, dialect: Dialect): Title | undefined {
  for (const one of [element, ...all(element, 'media:group')])
    for (const name of TITLES) {
      const title = titleOf(firstSaying(one, name), dialect)
      if (title) return title
    }
  return undefined
}

type Body = Pick<RawEntry, 'content' | 'summary' | 'contentBase' | 'language'>

function bodyOf(element: Element, dialect: Dialect): Body {
  const full = firstHtml(element, FULL, dialect) ?? listed(element)
  const short = firstHtml(element, SHORT, dialect) ?? grouped(element)
  const shown = full ?? short
  return {
    content: shown?.html,
    summary: full && short && short.html !== full.html ? short.html : undefined,
    contentBase: shown?.element.base ?? null,
    language: shown?.element.attributes['xml:lang'],
  }
}

type Found = { readonly html: string; readonly element: Element }

function firstHtml(parent: Element, names: readonly string[], dialect: Dialect): Found | undefined {
  for (const name of names) {
    for (const element of all(parent, name)) {
      const html = htmlOf(element, name.startsWith('media:') ? 'atom' : dialect)
      if (html !== undefined) return { html, element }
    }
  }
  return undefined
}

/** YouTube keeps a film's words in its group. */
function grouped(element: Element): Found | undefined {
  return all(element, 'media:group')
    .concat(all(element, 'media:content'))
    .map((group) => firstHtml(group, ['media:description'], 'atom'))
    .find(Boolean)
}

/** The first form of the content module: a bag of items, each with its value. */
function listed(element: Element): Found | undefined {
  const values = (one: Element): readonly Element[] =>
    one.name === 'rdf:value' ? [one] : elementsIn(one).flatMap(values)
  for (const value of all(element, 'content:items').flatMap(values)) {
    const html = htmlOf(value, 'rss')
    if (html !== undefined) return { html, element: value }
  }
  return undefined
}

function idOf(element: Element): string | undefined {
  const said = ['guid', 'id', 'atom:id']
    .map((name) => first(element, name))
    .find((one) => wordsOf(one) !== undefined)
  const words = wordsOf(said)
  if (said && words?.startsWith('/') && said.base) return absolute(words, said.base) ?? words
  return words ?? element.attributes['rdf:about'] ?? firstWords(element, 'dc:identifier')
}

function urlOfEntry(element: Element, links: readonly Link[], base: string | null): string | null {
  const at = (name: string): string | null => {
    const found = firstSaying(element, name)
    return absolute(wordsOf(found), found?.base ?? base)
  }
  return (
    at('feedburner:origlink') ??
    pageOf(links) ??
    permalink(element, base) ??
    absolute(element.attributes['href'] ?? element.attributes['rdf:about'], base) ??
    absolute(first(element, 'content')?.attributes['src'], base) ??
    absolute(idOfWeb(element), base) ??
    at('comments') ??
    links.find(({ rel }) => rel === 'self' || rel === 'via' || rel === 'related')?.url ??
    null
  )
}

const isWeb = (text: string | undefined): boolean => /^https?:\/\//i.test(text ?? '')
const idOfWeb = (element: Element): string | undefined => {
  const id = firstWords(element, 'id', 'atom:id')
  return isWeb(id) ? id : undefined
}

/** A guid is the entry's address unless it says that it is not (RSS 2.0). */
function permalink(element: Element, base: string | null): string | null {
  const guid = first(element, 'guid')
  const said = guid?.attributes['ispermalink']?.trim().toLowerCase()
  const words = wordsOf(guid)
  if (!guid || said === 'false' || !(isWeb(words) || said === 'true' || words?.startsWith('/'))) return null
  return absolute(words, guid.base ?? base)
}

const NONE: readonly never[] = []
const LISTS = new Set(['itunes:keywords', 'media:keywords', 'keywords'])
const CATEGORIES = new Set([
  'category',
  'atom:category',
  'dc:subject',
  'dcterms:subject',
  'media:category',
  'itunes:category',
  'subject',
])

function categoriesOf(element: Element): string[] {
  const names: string[] = []
  for (const one of [element, ...all(element, 'media:group')])
    for (const child of one.children) if (typeof child !== 'string') names.push(...namedBy(child))
  return names
}

function namedBy(child: Element): readonly string[] {
  if (LISTS.has(child.name)) return (wordsOf(child) ?? child.attributes['text'] ?? '').split(/[,;]/)
  if (!CATEGORIES.has(child.name)) return NONE
  const { label, term, text } = child.attributes
  const name = label ?? term ?? text ?? wordsOf(child) ?? ''
  return child.name === 'itunes:category' ? [name, ...categoriesOf(child)] : [name]
}
