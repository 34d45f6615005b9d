/** The sanitised article of a page, and the address of its next page. Pure. */
import { isDeeperThan, parseMarkup } from '../../parsing/markup.ts'
import { decode } from '../decode/decode.ts'
import type { SafeHtml } from '../sanitise/safe-html.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { extract, type Article } from './extract.ts'

export type ArticleInput = {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** Of the page, after redirects. */
  readonly url: string
  /** The article's own address and which of its pages this is, from 1; absent where no next page is needed. */
  readonly of?: { readonly first: string; readonly page: number }
}
export type ReadArticle = Omit<Article, 'content'> & {
  readonly content: SafeHtml
  /** Characters of the content before sanitising. */
  readonly length: number
  readonly next: string | null
}

/** The library builds a tree, in quadratic time of its depth. */
const DEPTH_MAX = 2_000

/** @returns null when the page has no article @throws Error when its elements nest too deep */
export function readArticle({ bytes, contentType, url, of }: ArticleInput): ReadArticle | null {
  const html = decode(bytes, contentType).text
  if (isDeeperThan(html, DEPTH_MAX)) throw new Error('its elements nest too deep')
  const article = extract(html)
  if (!article) return null
  return {
    ...article,
    content: sanitise(article.content, url).html,
    length: article.content.length,
    next: of ? nextPage(html, url, of.first, of.page) : null,
  }
}

// The second and later pages of a paginated article. Pure.

/** A page's head and body are searched this far, in characters. */
const LOOKED_AT = 2_000_000
/** The text between an article's address and its page number. */
const STEP =
  /^(?:[/_,.-]|[/_-]?(?:page|seite|p|s|pg)[/_=-]?|[?&](?:page|p|pg|seite|pagina|page_num|start_page)=)$/i

/**
 * @param html the current page @param url its address
 * @param first the article's own address, that of its first page @param page number of the current page, from 1
 * @returns the address of the next page. A `rel=next` alone is not enough: blogs use it for the next article.
 */
export function nextPage(html: string, url: string, first: string, page: number): string | null {
  for (const href of nextLinks(html)) {
    const next = URL.parse(href, url)
    if (next && next.origin === new URL(first).origin && isPageOf(next, first, page + 1)) {
      next.hash = ''
      return next.href
    }
  }
  return null
}

function nextLinks(html: string): string[] {
  const match: string[] = []
  parseMarkup(html.slice(0, LOOKED_AT), {
    onopentag(name, { rel = '', href }) {
      if ((name === 'a' || name === 'link') && href && rel.toLowerCase().split(/\s+/).includes('next'))
        match.push(href)
    },
  })
  return match
}

function isPageOf(next: URL, first: string, number: number): boolean {
  const start = withoutEnd(new URL(first))
  const address = withoutEnd(next)
  if (!address.startsWith(start)) return false
  const [, step, digits] = /^(.*?)0*(\d+)$/.exec(address.slice(start.length)) ?? []
  return Number(digits) === number && step !== undefined && STEP.test(step)
}

/** Path and query without what may follow a page number: a slash, a file extension. A first page may have a number too. */
function withoutEnd({ pathname, search }: URL): string {
  const path = pathname.replace(/\/$/, '').replace(/\.(s?html?|php|aspx?|jsp)$/i, '')
  return (path + search).replace(/[?&](page|p|pg|seite)=0*1$/i, '')
}
