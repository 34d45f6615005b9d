/** The sanitised article of a page, and the address of its next page. Pure. */
import { isDeeperThan } from '../../parsing/markup.ts'
import { decode } from '../decode/decode.ts'
import type { SafeHtml } from '../sanitise/safe-html.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { extract, type Article } from './extract.ts'
import { nextPage } from './next-page.ts'

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
