/** A web page as a document, and its elements by selector. Pure. */
import { parseHTML } from 'linkedom'
import type { PageSelectors, SelectorName } from '../../../contract/page-address.ts'
import { badSelectorMessage, costlySelectorMessage, noMatchMessage } from '../../../contract/page-problems.ts'
import { isDeeperThan } from '../../parsing/markup.ts'
import { decode } from '../decode/decode.ts'
import { baseOf } from '../normalise/address.ts'
import type { Document } from '../fetch/document.ts'

/** The library builds a tree, in quadratic time of its depth. */
const DEPTH_MAX = 1_000
const LENGTH_MAX = 8_000_000

/** The used members of the library's elements. */
export type PageElement = {
  readonly nodeType: number
  readonly localName: string
  readonly textContent: string | null
  readonly innerHTML: string
  readonly outerHTML: string
  readonly classList: Iterable<string>
  readonly children: Iterable<PageElement>
  readonly childNodes: Iterable<PageNode>
  readonly getAttribute: (name: string) => string | null
  readonly matches: (selector: string) => boolean
  readonly closest: (selector: string) => PageElement | null
  readonly contains: (other: PageElement) => boolean
  readonly querySelector: (selector: string) => PageElement | null
  readonly querySelectorAll: (selector: string) => Iterable<PageElement> & { readonly length: number }
}
type PageNode = Pick<PageElement, 'nodeType' | 'textContent'>
type PageDocument = Pick<PageElement, 'querySelector' | 'querySelectorAll'> & {
  readonly documentElement: PageElement
  readonly body: PageElement | null
}
export type Page = {
  readonly document: PageDocument
  /** The base of relative addresses. */
  readonly base: string
}

/** A sentence for users: why a page makes no feed. */
export class PageError extends Error {}

/** @throws PageError where the page is too large or too deep */
export function parsePage({
  bytes,
  contentType,
  url,
}: Pick<Document, 'bytes' | 'contentType' | 'url'>): Page {
  const html = decode(bytes, contentType).text
  if (html.length > LENGTH_MAX) throw new PageError('The page is too large to make a feed of it')
  if (isDeeperThan(html, DEPTH_MAX)) throw new PageError('The elements of the page nest too deep')
  const document = documentOf(html)
  const href = document.querySelector('base')?.getAttribute('href')
  return { document, base: baseOf([href, url]) ?? url }
}

/** The tags of root and body may be absent in HTML; the library needs them. */
function documentOf(html: string): PageDocument {
  const parsed = /<html[\s>]/i.test(html) ? parseHTML(html).document : null
  const isWhole = parsed?.documentElement?.localName === 'html'
  const inBody = /<body[\s>]/i.test(html) ? html : `<body>${html}</body>`
  const { document } = isWhole ? { document: parsed } : parseHTML(`<html>${inBody}</html>`)
  return document as unknown as PageDocument
}

/** The visible part of the page: its body, or all of it without a body tag. */
export const contentOf = ({ document }: Page): PageElement =>
  document.body && [...document.body.childNodes].length > 0 ? document.body : document.documentElement

/** @param name of the selector, for the error @throws PageError for an invalid selector */
export function select(
  root: Pick<PageElement, 'querySelectorAll'>,
  name: SelectorName,
  selectors: PageSelectors,
): PageElement[] {
  const selector = selectors[name]
  if (isCostly(selector)) throw new PageError(costlySelectorMessage(selector))
  try {
    return [...root.querySelectorAll(selector)]
  } catch {
    throw new PageError(badSelectorMessage(selector))
  }
}

/** Combinators of a selector that search all ancestors or previous siblings: time is exponential in their number. */
const ANCESTORS_MAX = 6
const SIBLINGS_MAX = 2

function isCostly(selector: string): boolean {
  const bare = selector.replaceAll(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, '').trim()
  const siblings = bare.match(/~/g) ?? []
  const ancestors = bare.replaceAll(/\s*([>+~,])\s*|(\()\s+|\s+(\))/g, '$1$2$3').match(/\s+/g) ?? []
  return siblings.length > SIBLINGS_MAX || ancestors.length > ANCESTORS_MAX
}

/** @throws PageError where nothing matches */
export function itemsOf({ document }: Page, selectors: PageSelectors): PageElement[] {
  const items = select(document, 'item', selectors)
  if (items.length === 0) throw new PageError(noMatchMessage(selectors.item))
  return items
}

/** Text on one line. */
export const lineOf = (element: PageElement | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
