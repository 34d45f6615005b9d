/** One entry of any XML format. Elements of another format are read with their own meaning. */
import { all, elementsIn, first, firstSaying, textOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { firstText, htmlOf, titleOf, type Dialect, type Title } from './construct.ts'
import { linksOf, pageOf, type Link } from './links.ts'
import { attachmentsOf, imageOf, holdsMedia, mediaOf } from './media.ts'
import type { RawEntry } from './normalised.ts'
import { podcastOf } from './podcast.ts'
import { relationsOf } from './relations.ts'
import { namesOf, authorsOfElement, urlOf, type Author } from './authors.ts'

/** Values that an entry inherits from its feed. */
export type Home = {
  readonly dialect: Dialect
  readonly base: string | null
  readonly people: readonly Author[]
  readonly channel: Element
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
/** Elements of publication, then of modification; the first readable date is used. */
const DATES =
  `pubdate published issued atom:published created dc:date dcterms:issued dcterms:created dcterms:date
  dc:created atom:created updated atom:updated modified dcterms:modified date lastmod lastbuilddate publicationdate
  prism:publicationdate pubdatetime`.split(/\s+/)

export function entryOf(element: Element, { dialect, base, people, channel }: Home): RawEntry {
  const from = element.base ?? base
  const links = linksOf(element, from)
  const title = titleIn(element, dialect)
  const entryAuthors = authorsOfElement(element, from)
  const sourceAuthors = authorsOfElement(first(element, 'source') ?? first(element, 'atom:source'), from)
  const authors = [entryAuthors, sourceAuthors, people].find(({ length }) => length > 0) ?? []
  const text = contentOf(element, dialect)
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
    language: text.language ?? element.language ?? firstText(element, 'dc:language', 'language'),
    categories: categoriesOf(element),
    dates: datesOf(element),
    media: isRich ? mediaOf(element, links, from) : NONE,
    attachments: isRich ? attachmentsOf(element, links, from) : NONE,
    relations: relationsOf(element, links, from),
    podcast: podcastOf(element, channel, from),
  }
}

function datesOf(element: Element): string[] {
  const dates: string[] = []
  for (const name of DATES) {
    const text = textOf(firstSaying(element, name))
    if (text !== undefined) dates.push(text)
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

type EntryContent = Pick<RawEntry, 'content' | 'summary' | 'contentBase' | 'language'>

function contentOf(element: Element, dialect: Dialect): EntryContent {
  const full = firstHtml(element, FULL, dialect) ?? fromItems(element)
  const short = firstHtml(element, SHORT, dialect) ?? fromMediaGroup(element)
  const displayed = full ?? short
  return {
    content: displayed?.html,
    summary: full && short && short.html !== full.html ? short.html : undefined,
    contentBase: displayed?.element.base ?? null,
    language: displayed?.element.attributes['xml:lang'],
  }
}

type HtmlElement = { readonly html: string; readonly element: Element }

function firstHtml(parent: Element, names: readonly string[], dialect: Dialect): HtmlElement | undefined {
  for (const name of names) {
    for (const element of all(parent, name)) {
      const html = htmlOf(element, name.startsWith('media:') ? 'atom' : dialect)
      if (html !== undefined) return { html, element }
    }
  }
  return undefined
}

/** YouTube puts a video's description into its media group. */
function fromMediaGroup(element: Element): HtmlElement | undefined {
  return all(element, 'media:group')
    .concat(all(element, 'media:content'))
    .map((group) => firstHtml(group, ['media:description'], 'atom'))
    .find(Boolean)
}

/** The first form of the content module: a bag of items, each with its value. */
function fromItems(element: Element): HtmlElement | undefined {
  const values = (one: Element): readonly Element[] =>
    one.name === 'rdf:value' ? [one] : elementsIn(one).flatMap(values)
  for (const value of all(element, 'content:items').flatMap(values)) {
    const html = htmlOf(value, 'rss')
    if (html !== undefined) return { html, element: value }
  }
  return undefined
}

function idOf(element: Element): string | undefined {
  const idElement = ['guid', 'id', 'atom:id']
    .map((name) => first(element, name))
    .find((one) => textOf(one) !== undefined)
  const text = textOf(idElement)
  if (idElement && text?.startsWith('/') && idElement.base) return absolute(text, idElement.base) ?? text
  return text ?? element.attributes['rdf:about'] ?? firstText(element, 'dc:identifier')
}

function urlOfEntry(element: Element, links: readonly Link[], base: string | null): string | null {
  const at = (name: string): string | null => {
    const match = firstSaying(element, name)
    return absolute(textOf(match), match?.base ?? base)
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
  const id = firstText(element, 'id', 'atom:id')
  return isWeb(id) ? id : undefined
}

/** A guid is the entry's address unless `isPermaLink` is false (RSS 2.0). */
function permalink(element: Element, base: string | null): string | null {
  const guid = first(element, 'guid')
  const isPermalink = guid?.attributes['ispermalink']?.trim().toLowerCase()
  const text = textOf(guid)
  if (!guid || isPermalink === 'false' || !(isWeb(text) || isPermalink === 'true' || text?.startsWith('/')))
    return null
  return absolute(text, guid.base ?? base)
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
    for (const child of one.children) if (typeof child !== 'string') names.push(...categoryNames(child))
  return names
}

function categoryNames(child: Element): readonly string[] {
  if (LISTS.has(child.name)) return (textOf(child) ?? child.attributes['text'] ?? '').split(/[,;]/)
  if (!CATEGORIES.has(child.name)) return NONE
  const { label, term, text } = child.attributes
  const name = label ?? term ?? text ?? textOf(child) ?? ''
  return child.name === 'itunes:category' ? [name, ...categoriesOf(child)] : [name]
}
