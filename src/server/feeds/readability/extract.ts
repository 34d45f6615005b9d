/** The article of a page. Pure; slow on large pages, hence the child process. */
import { isProbablyReaderable, Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { withFormulas } from '../parse/mathematics.ts'
import { declaredContent, hasMissed, positionOf } from './declared-body.ts'
import { lengthOf, preparePage } from './prepare-page.ts'

/**
 * One character of a script without an alphabet equals about three letters, and the library counts letters: while it does, each
 * of these characters is followed by fillers, so that a short paragraph gets its real weight.
 */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** A code point that is no character, and therefore occurs in no page. */
const FILLER = '\uFDD0'
const FILLERS = FILLER.repeat(2)

type Texts = {
  readonly nodeType: number
  textContent: string | null
  readonly childNodes: Iterable<Texts>
  readonly nodeName: string
}
const TEXT = 3

/** Changes the page. Headings stay: the library compares them with the title. */
function addFillers(node: Texts): void {
  if (node.nodeType === TEXT) {
    const text = node.textContent ?? ''
    const filled = text.replaceAll(DENSE, `$&${FILLERS}`)
    if (filled !== text) node.textContent = filled
  } else if (!/^(h[1-6]|script|style)$/i.test(node.nodeName))
    for (const child of node.childNodes) addFillers(child)
}

const withoutFillers = (text: string): string => text.replaceAll(FILLER, '')

export type Article = {
  readonly title: string | null
  readonly byline: string | null
  readonly content: string
  readonly excerpt: string | null
  readonly lang: string | null
  readonly siteName: string | null
  readonly readerable: boolean
}
type Page = ConstructorParameters<typeof Readability>[0]

const ELEMENTS_MAX = 60_000

/** @returns null when the page has no article. The content is not yet sanitised. */
export function extract(html: string): Article | null {
  const page = pageOf(html)
  const declared = declaredContent(page)
  preparePage(page)
  addFillers(page.body)
  const readerable = isProbablyReaderable(page)
  const article = articleOf(page)
  const own = (text: string | null | undefined) => (text ? withoutFillers(text) : null)
  const content =
    declared !== null && hasMissed(own(article?.textContent) ?? '', declared)
      ? (declaredPart(html, declared) ?? own(article?.content))
      : own(article?.content)
  if (!content) return null
  return {
    title: own(article?.title),
    byline: own(article?.byline),
    content,
    excerpt: own(article?.excerpt),
    lang: article?.lang ?? null,
    siteName: own(article?.siteName),
    readerable,
  }
}

/** Characters; if it finds less, the library also accepts doubtful parts of the page, such as menus. */
const LENGTH_MIN = 500
/** Of the text of a short page. */
const SHARE_MIN = 0.5

function articleOf(page: Page): ReturnType<Readability['parse']> {
  const charThreshold = Math.max(1, Math.min(LENGTH_MIN, Math.floor(lengthOf(page.body) * SHARE_MIN)))
  try {
    return new Readability(page, { keepClasses: true, maxElemsToParse: ELEMENTS_MAX, charThreshold }).parse()
  } catch (error) {
    // It fails on some pages that are too broken to have an article; a page that is too large has its own error.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Adds a root and a body to any input, such as plain text, or a root inside a comment. */
function pageOf(markup: string): Page {
  const html = withFormulas(markup)
  const parsed = /<html[\s>]/i.test(html) ? parseHTML(html).document : null
  const isWhole = parsed?.documentElement?.localName === 'html'
  const { document } = isWhole ? { document: parsed } : parseHTML(`<html><body>${html}</body></html>`)
  return document as unknown as Page
}

/** The part of the page that contains the declared article text; the plain text where no part does. */
function declaredPart(html: string, declared: string): string | null {
  const page = pageOf(html)
  preparePage(page)
  const region = positionOf(page.body, declared)
  if (!region) return null
  for (const element of region.querySelectorAll('script, style, nav, aside, form, button, footer'))
    element.remove()
  return region === page.body ? null : region.outerHTML
}
